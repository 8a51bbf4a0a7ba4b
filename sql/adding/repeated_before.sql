-- One row per input row of these items that has been left out for another label of its worker.
{{ repeated_labels(ref('checked_concerned'), ref('live_annotations_before')) }}
