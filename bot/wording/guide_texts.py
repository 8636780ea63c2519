"""The texts of help and rules: only about the table's game, and short enough for a phone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.texts import Html
from bot.user_input.commands import command_name
from bot.wording.speaker import Speaker, join_lines, localized_title
from engine.ruleset_base import Players
from engine.rulesets import Ruleset, shipped_rulesets

INLINE_MODE_MESSAGE: Final = "inline-how"  # omitted if inline mode is off, as are a family's messages with this prefix


@dataclass(frozen=True, slots=True)
class HelpContents:
    """The contents of one game's help: its messages about playing and about looking words up."""

    play_messages: Sequence[str]
    look_up_messages: Sequence[str]
    other_game: str
    has_gcg: bool
    has_labels: bool
    examples: Mapping[str, str]  # further arguments of these messages


class HelpTexts:
    """Composes the help texts; ``inline_name`` is the bot's name, or empty if inline mode is off."""

    def __init__(self, bot_name: str, inline_name: str = "") -> None:
        self._bot_name: Final = bot_name
        self._inline_name: Final = inline_name

    def how_to_start(self, speaker: Speaker) -> str:
        """Explains how to start, join, play and stop, on one screen of a phone; buttons lead to the other pages."""
        return join_lines(speaker.html("help-start"), non_admin_hint(speaker, self._bot_name))

    def list_games(self, speaker: Speaker) -> str:
        """The games in this language, how to open other games, and which options may follow their names."""
        language = speaker.language
        shipped = sorted(shipped_rulesets().items())
        games = [
            speaker.html("help-start-game", id=name, game=localized_title(ruleset.title, language))
            for name, ruleset in shipped
            if ruleset.language == language
        ]
        others = [f"<code>{name}</code>" for name, ruleset in shipped if ruleset.language != language]
        if others:
            games.append(f"🌐 {' · '.join(others)}")
        typing = speaker.html("inline-rack", bot=self._inline_name) if self._inline_name else ""
        return join_lines(speaker.html("help-games", games=Html("\n".join(games))), typing)

    def how_to_move(self, ruleset: Ruleset, contents: HelpContents, speaker: Speaker) -> str:
        """How to move in a game with this ruleset, and nothing else."""
        head = speaker.html("help-head", game=localized_title(ruleset.title, speaker.language))
        return join_lines(
            head, speaker.html(contents.play_messages[0], **self._sample_arguments(ruleset, contents, speaker))
        )

    def _sample_arguments(self, ruleset: Ruleset, contents: HelpContents, speaker: Speaker) -> dict[str, str]:
        return {**sample_words(speaker, ruleset.language), **contents.examples, "bot": self._inline_name}

    def game_commands(self, ruleset: Ruleset, contents: HelpContents, speaker: Speaker) -> str:
        """The commands in a game with this ruleset."""
        look = [*contents.look_up_messages, *([] if ruleset.clock_rule is None else ["help-clock"])]
        head = speaker.html("help-head", game=localized_title(ruleset.title, speaker.language))
        samples = self._sample_arguments(ruleset, contents, speaker)
        play = [
            name for name in contents.play_messages if self._inline_name or not name.startswith(INLINE_MODE_MESSAGE)
        ]
        blocks = ("\n".join(speaker.html(name, **samples) for name in names) for names in (play, look))
        proof = "help-proof" if contents.has_gcg else "help-proof-without-gcg"
        looks = Html(speaker.html("help-looks" if contents.has_labels else "help-looks-without-labels"))
        last = (
            speaker.html("help-table", other=contents.other_game, looks=looks, sample=samples["sample"]),
            speaker.html(proof),
            speaker.html("help-history"),
        )
        table = "\n".join((*last, non_admin_hint(speaker, self._bot_name)))
        return "\n\n".join((head, *blocks, table))


def sample_words(speaker: Speaker, language: str) -> dict[str, str]:
    """Words for examples of moves, in the language of the tiles: a word, and the same word with a blank."""
    tiles = speaker.in_language(language)
    return {"sample": tiles.plain("sample-word"), "blank": tiles.plain("sample-word-blank")}


def non_admin_hint(speaker: Speaker, bot_name: str) -> str:
    """How commands reach a bot that is no administrator; ``bot_name`` is its username with ``@``."""
    return speaker.html("help-member", example=f"/{command_name('pass', speaker.language)}{bot_name}")


_TWO_PLAYERS = 2
RuleParts = Sequence[tuple[str, Sequence[str]]]


def compose_rules(head: str, parts: RuleParts, speaker: Speaker) -> str:
    """A game's rules as HTML: its tiles or cards, then rules with bullets under headings."""
    sections = ("\n".join((f"<b>{speaker.html(f'rules-part-{name}')}</b>", *lines)) for name, lines in parts)
    return "\n\n".join((head, *sections))


def chat_words_rule(speaker: Speaker, *, allowed: bool) -> str:
    """The rule that says whether the chat's own words count."""
    return speaker.html("rules-chat-words" if allowed else "rules-list-alone")


def surrender_rule(players: Players, speaker: Speaker) -> str:
    """The rule about surrendering."""
    return speaker.html("rules-surrender-pair" if players.most == _TWO_PLAYERS else "rules-surrender")


def player_count(players: Players) -> str:
    """The possible numbers of players: ``2`` or ``2–4``."""
    return str(players.least) if players.least == players.most else f"{players.least}–{players.most}"
