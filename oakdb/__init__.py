"""oakdb: is the answer good enough, or shall we pay for another label?"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oakdb.adding import Addition, add
    from oakdb.aggregator import Aggregator
    from oakdb.database import run
    from oakdb.errors import OakError
    from oakdb.evaluation.finding import Evaluation
    from oakdb.evaluation.trials import evaluate
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

# Where each of them is. Loaded when it is asked for: pandas and sqlglot take longer than most commands do.
_HOMES = {
    "Addition": "adding",
    "Aggregator": "aggregator",
    "Evaluation": "evaluation.finding",
    "Loaded": "loading",
    "OakError": "errors",
    "Plan": "planning",
    "Results": "results",
    "Simulation": "simulation",
    "add": "adding",
    "evaluate": "evaluation.trials",
    "load": "loading",
    "plan": "planning",
    "run": "database",
    "similarity": "functions",
    "simulate": "simulation",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'oakdb' has no attribute '{name}'")
    return getattr(import_module(f"oakdb.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
