"""The guide of Klepka: its help, and its rules in a few lines, from its ruleset's own figures."""

from functools import partial

from bot.families.chat_family import GameGuide
from bot.wording.guide_texts import chat_words_rule, compose_rules, player_count, surrender_rule
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


def _rules_text(rules: Ruleset, speaker: Speaker) -> str:
    deck, say = rules.cards, speaker.html
    head = say(
        "rules-klepka-head",
        game=localized_title(rules.title, speaker.language),
        players=player_count(rules.players),
        cards=deck.cards,
        rewards=sum(deck.rewards.values()),
    )
    allowed = rules.options()["words"].default
    parts = (
        ("turn", _turn_lines(rules, speaker)),
        (
            "words",
            (
                say(f"rules-klepka-{allowed}"),
                say("rules-klepka-words"),
                say(f"rules-klepka-repeats-{rules.repeats}"),
                chat_words_rule(speaker, allowed=rules.chat_words),
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
                surrender_rule(rules.players, speaker),
            ),
        ),
    )
    return compose_rules(head, parts, speaker)


def _turn_lines(rules: Ruleset, speaker: Speaker) -> list[str]:
    say = speaker.html
    lines = [
        say(f"rules-order-{rules.players.order}"),
        say("rules-klepka-turn"),
        say("rules-klepka-pairs"),
        say("rules-klepka-again"),
    ]
    if rules.clock_rule is not None:
        clock = say("rules-clock", clock=speaker.clock_label(rules.clock_rule))
        lines.append(f"{clock} {say('rules-klepka-overrun')}")
    return lines
