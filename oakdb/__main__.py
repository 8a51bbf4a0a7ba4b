"""`python -m oakdb`."""

import sys

from oakdb.cli import main

sys.exit(main())
