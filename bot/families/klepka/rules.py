"""The rules of the game of cards in a few lines under headings, made of its ruleset's own figures."""

from typing import Final

from bot.texts import Argument
from bot.wording.rules import Parts, chat_words, how_many, surrender
from bot.wording.speaker import Speaker, title
from engine.klepka.ruleset import Ruleset


class Rules:
    """The rules of the game of cards."""

    def __init__(self, ruleset: Ruleset, speaker: Speaker) -> None:
        self._ruleset: Final = ruleset
        self._speaker: Final = speaker

    def _say(self, message: str, **arguments: Argument) -> str:
        return self._speaker.html(message, **arguments)

    def head(self) -> str:
        """What the game is played with."""
        deck = self._ruleset.cards
        return self._say(
            "rules-klepka-head",
            game=title(self._ruleset.title, self._speaker.language),
            players=how_many(self._ruleset.players),
            cards=deck.cards,
            rewards=sum(deck.rewards.values()),
        )

    def parts(self) -> Parts:
        """The rules under their headings."""
        rules, say = self._ruleset, self._say
        allowed = rules.options()["words"].default
        return (
            ("turn", self._turn()),
            (
                "words",
                (
                    say(f"rules-klepka-{allowed}"),
                    say("rules-klepka-words"),
                    say(f"rules-klepka-repeats-{rules.repeats}"),
                    chat_words(self._speaker, count=rules.chat_words),
                ),
            ),
            ("scores", (say("rules-klepka-points"), say(f"rules-klepka-double-{rules.double}"))),
            (
                "rewards",
                (
                    say("rules-klepka-polysemy"),
                    say("rules-klepka-exchange"),
                    say("rules-klepka-chaos"),
                    say("rules-klepka-rewards"),
                ),
            ),
            (
                "end",
                (
                    say("rules-klepka-end"),
                    say("rules-klepka-win", win=rules.instant_win),
                    say("rules-winner"),
                    surrender(rules.players, self._speaker),
                ),
            ),
        )

    def _turn(self) -> list[str]:
        rules, say = self._ruleset, self._say
        lines = [
            say(f"rules-order-{rules.players.order}"),
            say("rules-klepka-turn"),
            say("rules-klepka-pairs"),
            say("rules-klepka-again"),
        ]
        if rules.timing is not None:
            clock = say("rules-clock", clock=self._speaker.clock(rules.timing))
            lines.append(f"{clock} {say('rules-klepka-overrun')}")
        return lines
