"""The guide of Klepka: its help, and its rules in a few lines, from its ruleset's own figures."""

from functools import partial
from typing import Final

from bot.families.chat_family import GameGuide
from bot.texts import Argument
from bot.wording.guide_texts import RuleParts, chat_words_rule, compose_rules, player_count, surrender_rule
from bot.wording.speaker import Speaker, localized_title
from engine.klepka.ruleset import Ruleset


def klepka_guide(ruleset: Ruleset) -> GameGuide:
    """The help is the same for all decks."""
    return GameGuide(
        pieces_message="lobby-cards",
        motif_message="motif-klepka",
        rules_text=partial(_rules_text, ruleset),
        play_messages=["help-cards"],
        look_up_messages=["help-look-cards", "help-word"],
    )


def _rules_text(ruleset: Ruleset, speaker: Speaker) -> str:
    rules = KlepkaRulesText(ruleset, speaker)
    return compose_rules(rules.heading(), rules.sections(), speaker)


class KlepkaRulesText:
    """The rules of Klepka."""

    def __init__(self, ruleset: Ruleset, speaker: Speaker) -> None:
        self._ruleset: Final = ruleset
        self._speaker: Final = speaker

    def _html(self, message: str, **arguments: Argument) -> str:
        return self._speaker.html(message, **arguments)

    def heading(self) -> str:
        """What the game is played with."""
        deck = self._ruleset.cards
        return self._html(
            "rules-klepka-head",
            game=localized_title(self._ruleset.title, self._speaker.language),
            players=player_count(self._ruleset.players),
            cards=deck.cards,
            rewards=sum(deck.rewards.values()),
        )

    def sections(self) -> RuleParts:
        """The rules under their headings."""
        rules, say = self._ruleset, self._html
        allowed = rules.options()["words"].default
        return (
            ("turn", self._turn_lines()),
            (
                "words",
                (
                    say(f"rules-klepka-{allowed}"),
                    say("rules-klepka-words"),
                    say(f"rules-klepka-repeats-{rules.repeats}"),
                    chat_words_rule(self._speaker, allowed=rules.chat_words),
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
                    surrender_rule(rules.players, self._speaker),
                ),
            ),
        )

    def _turn_lines(self) -> list[str]:
        rules, say = self._ruleset, self._html
        lines = [
            say(f"rules-order-{rules.players.order}"),
            say("rules-klepka-turn"),
            say("rules-klepka-pairs"),
            say("rules-klepka-again"),
        ]
        if rules.clock_rule is not None:
            clock = say("rules-clock", clock=self._speaker.clock_label(rules.clock_rule))
            lines.append(f"{clock} {say('rules-klepka-overrun')}")
        return lines
