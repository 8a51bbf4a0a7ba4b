-- One row per item of the sample and number of its first labels: the answer after so many labels.
{{ answers('select * from ' ~ ref('prefix_labels'), ['item_id', 'n_labels']) }}
