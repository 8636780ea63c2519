"""``python -m bot.lexicon``."""

import sys

from bot.lexicon.command_line import main

sys.exit(main())
