"""Looking without changing anything: board, score, bag, words, rules, help."""

import html
from typing import Final

from bot.announce.wording import Wording
from bot.answers import Answers, Context
from bot.buttons import Buttons
from bot.games import table_name
from bot.handlers.lobby import called
from bot.inbound import COMMANDS, Command, Tap, command_name
from bot.lately import Lately
from bot.people import harmless
from bot.studio import Studio
from bot.texts import Argument, Html, Texts
from engine.alphabet import alphabet
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.errors import Malformed, Refusal
from engine.game import Table, view
from engine.lexicon import lexicon
from engine.rulesets import BLANK, Ruleset, rulesets
from engine.seats import LobbyView

_AS_TEXT: Final = frozenset({"metin", "text", "yazı", "yazi"})
_BOARD_SECONDS: Final = 30.0
"""How long the button sends the same board no second time: groups may only have so many messages."""
_MOST_WORDS: Final = 10
_MOST_LETTERS: Final = 40


class InfoHandlers:
    """Answers that anybody may ask for."""

    def __init__(self, answers: Answers, buttons: Buttons, studio: Studio, texts: Texts, bot_name: str) -> None:
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._studio: Final = studio
        self._texts: Final = texts
        self._bot_name: Final = bot_name
        self._boards: Final = Lately(_BOARD_SECONDS)

    async def board(self, request: Command | Tap, context: Context) -> None:
        """The board as a picture, or as text with ``/tahta metin``; a lobby shows itself."""
        table = _some_table(context.held.table)
        if isinstance(request, Tap):
            if self._boards.again((request.place.scope, table_name(table), turns_taken(table))):
                await self._answers.toast(request, context.language, "board-above")
                return
            await self._answers.quiet(request)
        words = Wording(self._texts, context.language)
        titles = table.ruleset.title
        match view(table, None):
            case LobbyView() as seen:
                keyboard = self._buttons.lobby(context.language, table_name(table))
                await self._answers.send(request, words.lobby(seen, titles), keyboard)
            case GameView() as seen:
                text = words.standing(seen) or words.result(seen)
                legend = self._texts.html(context.language, "board-legend")
                if isinstance(request, Command) and request.text.replace("İ", "i").lower() in _AS_TEXT:
                    await self._answers.send(request, f"<pre>{self._studio.text(seen)}</pre>\n{legend}\n{text}")
                    return
                buttons = None if seen.turn is None else self._buttons.turn(context.language, table_name(table))
                picture = self._studio.board(seen, titles, context.language)
                await self._answers.photo(request, picture, text, buttons)

    async def score(self, request: Command, context: Context) -> None:
        """The standings, and whose turn it is."""
        seen = _game_view(context.held.table)
        words = Wording(self._texts, context.language)
        title = Html(f"<b>{html.escape(words.title(_some_table(context.held.table).ruleset.title))}</b>")
        await self._answers.send(
            request,
            f"{title}\n{words.scores(seen)}\n{words.next(seen) if seen.outcome is None else words.result(seen)}",
        )

    async def bag(self, request: Command, context: Context) -> None:
        """How many tiles the bag holds and, per letter, how many are not on the board.

        In private the asker's own rack is left out of the count; in a group it is everybody's business.
        """
        state = _game(context.held.table)
        seen = view(state, request.sender.user if request.place.private else None)
        if not isinstance(seen, GameView):
            raise Refusal("no_game")
        unseen = " ".join(f"{'▢' if tile == BLANK else tile}<b>{count}</b>" for tile, count in _in_order(seen))
        own = "bag-list-private" if request.place.private and seen.viewer is not None else "bag-list"
        await self._answers.say(request, context.language, own, bag=seen.bag, tiles=seen.tiles, unseen=Html(unseen))

    async def word(self, request: Command, context: Context) -> None:
        """Whether words are in the list of the table's language, or in every list where there is no table."""
        if not request.text:
            raise Malformed("no_word_to_look_up")
        table = context.held.table
        languages = [table.ruleset] if table is not None and not _over(table) else _one_per_lexicon()
        lines: list[str] = []
        for asked in request.text.split()[:_MOST_WORDS]:
            lines.extend(self._verdict(asked, ruleset, context.language) for ruleset in languages)
        await self._answers.send(request, "\n".join(lines))

    def _verdict(self, asked: str, ruleset: Ruleset, language: str) -> str:
        flag = self._texts.plain(language, f"lexicon-{ruleset.language}")
        try:
            word = alphabet(ruleset.language).word(asked)
        except Malformed:
            return self._texts.html(language, "word-unknown", word=harmless(asked)[:_MOST_LETTERS], lexicon=flag)
        known = "word-known" if word in lexicon(ruleset.lexicon) else "word-unknown"
        return self._texts.html(language, known, word=word[:_MOST_LETTERS], lexicon=flag)

    async def rules(self, request: Command, context: Context) -> None:
        """The rules of the chat's game, or of the game named, made from the ruleset's own figures."""
        table = context.held.table
        named = called(request.text) if request.text else None
        ruleset = named or (table.ruleset if table is not None else None)
        if ruleset is None:
            await self._answers.say(request, context.language, "rules-which", games=", ".join(rulesets()))
            return
        await self._answers.send(request, self.rules_text(ruleset, context.language))

    def rules_text(self, ruleset: Ruleset, language: str) -> str:
        """A game's rules in a few lines."""
        say = self._texts.html
        players, run = ruleset.players, ruleset.ending.run
        lines = [
            say(
                language,
                "rules-head",
                game=Wording(self._texts, language).title(ruleset.title),
                players=str(players.least) if players.least == players.most else f"{players.least}–{players.most}",
                columns=ruleset.columns,
                rows=len(ruleset.board.rows),
                tiles=ruleset.tiles,
                blanks=ruleset.counts.get(BLANK, 0),
                rack=ruleset.rack,
            ),
            say(language, f"rules-order-{players.order}"),
            say(language, "rules-placing"),
            say(language, "rules-bingo", points=ruleset.scoring.bingo, tiles=ruleset.rack),
        ]
        if ruleset.scoring.cell is not None:
            lines.append(say(language, "rules-cell", points=ruleset.scoring.cell.points))
        lines.append(say(language, "rules-exchange", least=ruleset.exchange.least_in_bag))
        lines.append(say(language, f"rules-out-{ruleset.ending.out}"))
        turns = max(run.turns, run.per_player * players.least)
        lines.append(say(language, f"rules-run-{run.counts}", turns=turns, per_player=run.per_player))
        lines.append(say(language, "rules-own-rack" if run.own_rack else "rules-no-rack"))
        lines.append(say(language, f"rules-judging-{ruleset.judging.mode}"))
        return "\n".join(lines)

    async def help(self, request: Command, context: Context) -> None:
        """What can be done, with the commands as they work in a group."""
        commands: dict[str, Argument] = {
            f"c_{name}": f"/{command_name(name, context.language)}" for name in COMMANDS if name != "start"
        }
        text = self._texts.html(context.language, "help", bot=f"@{self._bot_name}", **commands)
        await self._answers.send(request, text)


def _some_table(table: Table | None) -> Table:
    if table is None:
        raise Refusal("no_game")
    return table


def turns_taken(table: Table) -> int:
    """How many turns a table has seen; none in a lobby."""
    return table.number if isinstance(table, GameState) else 0


def _game(table: Table | None) -> GameState:
    if not isinstance(_some_table(table), GameState) or not isinstance(table, GameState):
        raise Refusal("not_begun")
    return table


def _game_view(table: Table | None) -> GameView:
    seen = view(_game(table), None)
    if not isinstance(seen, GameView):
        raise Refusal("not_begun")
    return seen


def _over(table: Table) -> bool:
    return isinstance(table, GameState) and table.outcome is not None


def _one_per_lexicon() -> list[Ruleset]:
    return list({ruleset.lexicon: ruleset for ruleset in rulesets().values()}.values())


def _in_order(seen: GameView) -> list[tuple[str, int]]:
    letters = alphabet(seen.language)
    return sorted(seen.unseen.items(), key=lambda item: letters.rank(item[0]))
