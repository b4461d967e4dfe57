"""`python -m tengen ARGUMENTS` runs the program."""

import sys

from .program import main

sys.exit(main())
