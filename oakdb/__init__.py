"""oakdb: is the answer good enough, or shall we pay for another label?"""

from oakdb.database import run
from oakdb.errors import OakError
from oakdb.evaluation import Evaluation, evaluate
from oakdb.functions import similarity
from oakdb.results import Results

__all__ = ["Evaluation", "OakError", "Results", "evaluate", "run", "similarity"]
__version__ = "0.1.0"
