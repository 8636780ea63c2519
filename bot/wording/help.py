"""What can be done, said for the game of the table: its own commands alone, short enough for a telephone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.texts import Html
from bot.typed.commands import command_name
from bot.wording.captions import lines
from bot.wording.speaker import Speaker, title
from engine.rulesets import Ruleset, rulesets

BEHIND_NAME: Final = "inline-how"
"""The message that tells how to play by typing behind the bot's name, which is left out where that is off."""


@dataclass(frozen=True, slots=True)
class Helped:
    """What the help of one game says: the names of its messages, for playing and for looking."""

    play: Sequence[str]
    look: Sequence[str]
    other: str
    """A game that may be asked about instead."""
    recorded: bool
    """Whether its proof has a GCG file."""
    labelled: bool
    """Whether its pictures bear signs of a language that can be chosen."""
    examples: Mapping[str, str]
    """What its examples are of, beside words: arguments of those messages."""


class Help:
    """Words the help texts.

    Args:
        bot: the bot's name with its ``@``.
        inline: the same where inline mode is on, else empty.
    """

    def __init__(self, bot: str, inline: str = "") -> None:
        self._bot: Final = bot
        self._inline: Final = inline

    def start(self, speaker: Speaker) -> str:
        """Without a table: how to open one, the games, those in this language first, and where the rest is told."""
        language = speaker.language
        own_first = sorted(rulesets().items(), key=lambda game: (game[1].language != language, game[0]))
        games = (
            speaker.html("help-start-game", id=name, game=title(ruleset.title, language)) for name, ruleset in own_first
        )
        start = speaker.html("help-start", games=Html("\n".join(games)))
        typing = speaker.html("inline-rack", bot=self._inline) if self._inline else ""
        return lines(start, typing, member_hint(speaker, self._bot))

    def first(self, ruleset: Ruleset, helped: Helped, speaker: Speaker) -> str:
        """How to move in a game under this ruleset, and nothing else."""
        head = speaker.html("help-head", game=title(ruleset.title, speaker.language))
        return lines(head, speaker.html(helped.play[0], **self._samples(ruleset, helped, speaker)))

    def _samples(self, ruleset: Ruleset, helped: Helped, speaker: Speaker) -> dict[str, str]:
        return {**sample_words(speaker, ruleset.language), **helped.examples, "bot": self._inline}

    def commands(self, ruleset: Ruleset, helped: Helped, speaker: Speaker) -> str:
        """The commands that work in a game under this ruleset."""
        look = [*helped.look, *([] if ruleset.timing is None else ["help-clock"])]
        head = speaker.html("help-head", game=title(ruleset.title, speaker.language))
        samples = self._samples(ruleset, helped, speaker)
        play = [name for name in helped.play if self._inline or name != BEHIND_NAME]
        blocks = ("\n".join(speaker.html(name, **samples) for name in names) for names in (play, look))
        proof = "help-proof" if helped.recorded else "help-proof-without-gcg"
        looks = Html(speaker.html("help-looks" if helped.labelled else "help-looks-without-labels"))
        last = (
            speaker.html("help-table", other=helped.other, looks=looks, sample=samples["sample"]),
            speaker.html(proof),
        )
        table = "\n".join((*last, member_hint(speaker, self._bot)))
        return "\n\n".join((head, *blocks, table))


def sample_words(speaker: Speaker, language: str) -> dict[str, str]:
    """Words for examples of moves, in the language of a game's tiles: one, and the same with a blank in it."""
    tiles = speaker.tongue(language)
    return {"sample": tiles.plain("sample-word"), "blank": tiles.plain("sample-word-blank")}


def member_hint(speaker: Speaker, bot: str) -> str:
    """How commands reach a bot that is no administrator; ``bot`` is its name with the ``@``."""
    return speaker.html("help-member", example=f"/{command_name('pass', speaker.language)}{bot}")
