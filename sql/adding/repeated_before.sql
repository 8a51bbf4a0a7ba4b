-- One row per input row of the items that labels are added to that has been left out for another label of its worker.
{{ repeated_labels(ref('checked_concerned'), ref('live_annotations')) }}
