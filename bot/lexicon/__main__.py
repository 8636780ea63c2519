"""``python -m bot.lexicon``."""

import sys

from bot.lexicon.cli import main

sys.exit(main())
