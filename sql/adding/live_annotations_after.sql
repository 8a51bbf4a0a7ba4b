-- One row per label of these items, as the annotations stand once labels were added.
-- The estimates read this in place of all annotations: an engine would not see that a few items are enough.
{{ in_place_and_typed(ref('labels_after' if var('learns') else 'checked_after')) }}
