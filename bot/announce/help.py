"""What can be done, said for the game of the table: its own commands alone, short enough for a telephone."""

from typing import Final

from bot.announce.terms import title
from bot.inbound import command_name
from bot.texts import Html, Texts
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.rulesets import Ruleset, rulesets


class Help:
    """Words the help texts; ``bot`` is the bot's name with its ``@``."""

    def __init__(self, texts: Texts, bot: str) -> None:
        self._texts: Final = texts
        self._bot: Final = bot

    def start(self, language: str) -> str:
        """Without a table: how to open one, the games, those in this language first, and where the rest is told."""
        own_first = sorted(rulesets().items(), key=lambda game: (game[1].language != language, game[0]))
        games = (
            self._texts.html(language, "help-start-game", id=name, game=title(ruleset.title, language))
            for name, ruleset in own_first
        )
        start = self._texts.html(language, "help-start", games=Html("\n".join(games)))
        return f"{start}\n{self._member(language)}"

    def commands(self, ruleset: Ruleset, language: str) -> str:
        """The commands that work in a game under this ruleset."""
        if isinstance(ruleset, KlepkaRuleset):
            play, look, challenges = ["help-cards"], ["help-look-cards"], False
        else:
            play, look, challenges = ["help-move"], ["help-look"], ruleset.judging.challenges
            play += ["help-challenge"] if challenges else []
            play += ["help-draw"] if ruleset.draw_offers else []
        look += [] if challenges else ["help-word"]
        look += [] if ruleset.timing is None else ["help-clock"]
        head = self._texts.html(language, "help-head", game=title(ruleset.title, language))
        blocks = ("\n".join(self._texts.html(language, name) for name in names) for names in (play, look))
        other = "kelimelik" if isinstance(ruleset, KlepkaRuleset) else "klepka"
        table = f"{self._texts.html(language, 'help-table', other=other)}\n{self._member(language)}"
        return "\n\n".join((head, *blocks, table))

    def _member(self, language: str) -> str:
        example = f"/{command_name('pass', language)}{self._bot}"
        return self._texts.html(language, "help-member", example=example)
