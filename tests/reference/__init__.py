"""Plain reference implementation of docs/method.md, to check the SQL against.

Slow, small and written from the page alone. None stands for null. Shapes of labels: category str, number float,
keypoint (x, y), set frozenset of str, path tuple of str (root first), boxes sequence of (x1, y1, x2, y2).

Readings
--------
Where the page leaves room, the most literal reading was taken:

- Positions: with times, a label without a time comes after those that have one.
- A null label or null audit is left out. Audits of items nobody labelled are left out.
- A type with too little for a line of its own has the source `overall`, or `identity` where the overall line is that.
- A seen type whose mean competence is undefined counts, for an unknown worker, as never seen: P is the overall mean.
- IRT: "unknown type" is a type without any fitted cell, "unknown worker" one without a fitted cell. The base rate in
  `irt_types` is the one used in the fit (after the fallback). Abilities are those after the last step 3, not
  standardised again. At least one step is needed.
- hoak: pairs are counted from both sides, so an unordered pair is in two cells, and overall twice.
- hoak: "where audited" governs type levels and line; type offsets and worker offsets are computed whenever there
  are audited labels, with fewer than five of them from the residuals to the identity.
- hoak: types, workers and cells without audited labels (or pairs) have offset (or effect) 0 and take no part in G;
  the "fewer than 3 cells" rule counts the taking part. For the worker offsets, fewer than 4 workers gives 50.
- hoak: when there are no pairs at all the overall mean is None and so is every hoak estimate, audits or not.
- The tie on estimates for the closest worker uses the label's own estimate (own type); None counts as 0.
- A None estimate gives weight 1 under every weighting.
- "More than half" is taken on the sums as they are, not rounded.
- Weighted means of numbers are computed in exact rational arithmetic and rounded once, so equal labels give themselves.
- The region of a label is the union of its boxes; a box with x2 <= x1 or y2 <= y1 covers nothing but is counted in
  the type. "Empty" in the similarity of boxes means that nothing is covered.
- An empty path has type ''; it is similar to another empty path only. It has no vote, unless all paths are empty.
- Decision points beyond `max_labels` have a row with no audits and zeros. `answer` never shortens its input, and
  nothing else in learning looks at `max_labels`.
"""

from tests.reference.aggregation import aggregate, label_weight
from tests.reference.competence import _fit_line
from tests.reference.dawid_skene import CrowdModel
from tests.reference.decisions import fit_decision_point
from tests.reference.hoak import Hoak, _audit_line, within_over_between
from tests.reference.model import Model, learn
from tests.reference.partition import Partition, ntile_bounds
from tests.reference.settings import METHODS, SIMILARITIES, Settings
from tests.reference.similarities import _Grid, default_scale, label_pairs, similarity

__all__ = [
    "METHODS",
    "SIMILARITIES",
    "CrowdModel",
    "Hoak",
    "Model",
    "Partition",
    "Settings",
    "_Grid",
    "_audit_line",
    "_fit_line",
    "aggregate",
    "default_scale",
    "fit_decision_point",
    "label_pairs",
    "label_weight",
    "learn",
    "ntile_bounds",
    "similarity",
    "within_over_between",
]
