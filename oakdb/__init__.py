"""oakdb: is the answer good enough, or shall we pay for another label?"""

from oakdb.adding import Addition, add
from oakdb.aggregator import Aggregator
from oakdb.database import run
from oakdb.errors import OakError
from oakdb.evaluation import Evaluation, evaluate
from oakdb.functions import similarity
from oakdb.loading import Loaded, load
from oakdb.planning import Plan, plan
from oakdb.results import Results
from oakdb.simulation import Simulation, simulate

__all__ = [
    "Addition",
    "Aggregator",
    "Evaluation",
    "Loaded",
    "OakError",
    "Plan",
    "Results",
    "Simulation",
    "add",
    "evaluate",
    "load",
    "plan",
    "run",
    "similarity",
    "simulate",
]
__version__ = "0.1.0"
