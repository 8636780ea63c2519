"""How a post comes to stand in its chat: sent, or put in the place of what stands there already.

One message an action: a lobby is one message that is edited; a board is sent anew, and then the buttons of the one
before go; or, as the chat chose (`bot.announce.boards`), that one goes too, or one board is edited and what happened is
said below it.
"""

import logging
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import msgspec

from bot.announce.boards import Boards
from bot.announce.expiring import bearers
from bot.announce.posts import Post
from bot.announce.redated import Redated
from bot.announce.reveal import Reveals
from bot.announce.showing import Showing
from bot.announce.shown import Shown, Shows, encoded, expiring, lit, with_buttons
from bot.announce.tidying import Tidying
from bot.families import registry, views
from bot.outcomes import Refused, Undone
from bot.pictures.drawing import CannotDraw
from bot.pictures.photos import Memory, Photos, SentPicture
from bot.store.entries import Newest
from bot.store.keys import Scope
from bot.telegram.fading import Fading
from bot.telegram.gateway import Gateway
from engine.game import View
from engine.lobby_view import LobbyView

log = logging.getLogger(__name__)


class Delivery:
    """Brings posts to their chats; one instance a process.

    Args:
        gateway: sends and edits.
        photos: sends pictures, and remembers them.
        reveals: shows cards for a moment.
        shows: knows what stands in each chat.
        tidying: takes buttons off.
        fading: deletes what a newer board stands for.
        has_room: whether a chat may be sent several messages at once.
    """

    def __init__(
        self,
        *,
        gateway: Gateway,
        photos: Photos,
        reveals: Reveals,
        shows: Shows,
        tidying: Tidying,
        fading: Fading,
        has_room: Callable[[int], bool],
    ) -> None:
        self._gateway: Final = gateway
        self._photos: Final = photos
        self._reveals: Final = reveals
        self._shows: Final = shows
        self._tidying: Final = tidying
        self._fading: Final = fading
        self._has_room: Final = has_room

    async def deliver(self, scope: Scope, post: Post, entry: Hashable, *, unseen: bool) -> Newest:
        """Bring a post to its chat; what is the newest message there then.

        Args:
            scope: where.
            post: what; of one that no caption holds the words have been sent already.
            entry: the outbox's, among all; of several the first.
            unseen: nobody was sent this picture before.

        Raises:
            Undone: as Telegram answered.
        """
        before = await self._shows.at(scope)
        if post.view is None:
            return await self._closed(scope, post, before)
        if isinstance(post.view, LobbyView):
            return await self._lobby(scope, post, post.view, before, unseen=unseen)
        if self._stays(scope, post, before):
            try:
                return await self._stayed(scope, post, post.view, before)
            except Refused as error:
                log.info("the cards of chat %s are shown anew: %s", scope.chat, error.message)
        if post.reveal:
            message = await self._reveals.show(scope, entry, _showing(scope, post, post.view), post.reveal)
            shown = Shown(scope.chat, post.table, message, lit=(message,), pinned=before.pinned)
            return await self._newest(scope, before, shown, post)
        if post.wordy:
            return await self._said(scope, post, before)
        if post.boards.in_place and _stands(before, post):
            try:
                return await self._edited(scope, post, post.view, before, unseen=unseen)
            except Refused as error:
                log.info("the board of chat %s is sent anew: %s", scope.chat, error.message)
        return await self._board(scope, post, post.view, before, unseen=unseen)

    async def write(self, scope: Scope, post: Post, text: str, reply: int | None = None) -> int:
        """Send words with the buttons of a post; the message's number."""
        return await self._gateway.text(scope, text, post.keyboard, quiet=post.quiet, reply=reply)

    def forget(self) -> None:
        """Read anew what stands in the chats."""
        self._shows.forget()
        self._reveals.leave()

    def _stays(self, scope: Scope, post: Post, before: Shown) -> bool:
        """Whether the message that shows the cards shows the next ones too, as there is no room for another."""
        shows_cards = bool(post.seen_for) and post.sketch is None and _stands(before, post)
        return shows_cards and self._reveals.stands(scope.chat, before.board) and not self._has_room(scope.chat)

    async def _stayed(self, scope: Scope, post: Post, view: View, before: Shown) -> Newest:
        """The table as it is now in the message that shows it, and the cards turned up since."""
        showing = msgspec.structs.replace(_showing(scope, post, view), message=before.board, photo=not before.written)
        await self._reveals.show_there(showing, post.reveal, mixed=post.mixed)
        others = (one for one in before.lit if one != before.board)
        return self._noted(scope, before.board, msgspec.structs.replace(before, lit=lit(*others, before.board)))

    async def _closed(self, scope: Scope, post: Post, before: Shown) -> Newest:
        """A lobby says that it is closed; one that nobody cares for any more says it where it stands alone."""
        if before.waiting and before.table == post.table:
            edit = self._gateway.edit_text if before.written else self._gateway.edit_caption
            try:
                await edit(scope.chat, before.board, post.text, post.keyboard)
            except Refused as error:
                log.info("the lobby of chat %s stays: %s", scope.chat, error.message)
            else:
                return self._over(scope, before.board, before)
        return self._over(scope, before.board if post.in_place else await self.write(scope, post, post.text), before)

    def _over(self, scope: Scope, message: int, before: Shown) -> Newest:
        """No table is shown any more; the buttons of what says so go when the next one comes."""
        return self._noted(scope, message, Shown(scope.chat, lit=lit(*filter(None, (message,))), pinned=before.pinned))

    async def _lobby(self, scope: Scope, post: Post, view: LobbyView, before: Shown, *, unseen: bool) -> Newest:
        """One message, however many come and go."""
        if before.waiting and before.table == post.table:
            try:
                memory = await self._edit(scope, post, view, before, unseen=unseen)
            except Refused as error:
                log.info("the lobby of chat %s is sent anew: %s", scope.chat, error.message)
            else:
                return self._noted(scope, before.board, before, memory)
        if post.in_place:
            return self._noted(scope, before.board, before)
        sent, memory = await self._send(scope, post, view, unseen=unseen)
        shown = Shown(
            scope.chat,
            post.table,
            sent.message,
            waiting=True,
            written=sent.written,
            lit=(sent.message,),
            pinned=before.pinned,
        )
        return await self._newest(scope, before, shown, post, memory)

    async def _board(self, scope: Scope, post: Post, view: View, before: Shown, *, unseen: bool) -> Newest:
        """A board in a message of its own, as the newest one."""
        sent, memory = await self._send(scope, post, view, unseen=unseen)
        if post.seen_for and post.sketch is None:
            self._reveals.note(scope.chat, sent.message, photo=not sent.written)
        shown = Shown(
            scope.chat,
            post.table,
            sent.message,
            written=sent.written,
            lit=() if post.keyboard is None else (sent.message,),
            expiring=bearers(sent.message, post.keyboard),
            kept=post.kept,
            sealed=post.sealed,
            pinned=await self._pinned(scope, post, before, sent.message),
        )
        return await self._newest(scope, before, shown, post, memory)

    async def _edited(self, scope: Scope, post: Post, view: View, before: Shown, *, unseen: bool) -> Newest:
        """The one board as it is now, and below it in words what happened, with a sound for whoever is next."""
        memory = await self._edit(scope, post, view, before, unseen=unseen)
        # Words that no caption holds have gone ahead.
        message = await self.write(scope, post, post.brief, before.board) if post.text else before.board
        former = [one for one in with_buttons(before) if one != before.board]
        self._tidying.strip(scope.chat, former)
        pinned = await self._pinned(scope, post, before, before.board)
        said = message if message != before.board else 0
        told = dict.fromkeys((before.board, message))
        shown = msgspec.structs.replace(
            before,
            lit=lit(before.board, message),
            expiring=expiring(*(one for each in told for one in bearers(each, post.keyboard))),
            said=said,
            sealed=False,
            kept=post.kept,
            pinned=pinned,
        )
        return self._noted(scope, message, shown, memory)

    async def _said(self, scope: Scope, post: Post, before: Shown) -> Newest:
        """Words alone; where they have buttons to play by, these are the newest. A vote stays one message."""
        if post.ballot and before.voting and (before.table, before.ballot) == (post.table, post.ballot):
            try:
                await self._gateway.edit_text(scope.chat, before.voting, post.text, post.keyboard)
            except Refused as error:
                log.info("the vote of chat %s is told anew: %s", scope.chat, error.message)
            else:
                return self._noted(scope, before.voting, before)
        # Ahead, as both may be done again, and what is said may not.
        if post.redated is not None:
            before = await self._redate(scope, post.table, before, post.redated)
        before = await self._without_expired(scope, post, before)
        message = await self.write(scope, post, post.text)
        if post.keyboard is None:
            return self._noted(scope, message, before)
        if post.aside:
            # What is to be answered stands beside the board, whose buttons go on.
            found = bearers(message, post.keyboard)
            others = before.lit if found and not found[0].more else lit(*before.lit, message)
            shown = msgspec.structs.replace(before, lit=others, expiring=expiring(*before.expiring, *found))
            if post.ballot:
                shown = msgspec.structs.replace(shown, table=post.table, ballot=post.ballot, voting=message)
            return self._noted(scope, message, shown)
        self._tidying.strip(scope.chat, with_buttons(before))
        shown = before if before.table == post.table else Shown(scope.chat, post.table, pinned=before.pinned)
        found = bearers(message, post.keyboard)
        shown = msgspec.structs.replace(shown, lit=(message,), expiring=found, said=message, kept=post.kept)
        return self._noted(scope, message, shown)

    async def _without_expired(self, scope: Scope, post: Post, before: Shown) -> Shown:
        """What stands once buttons are gone that answered what is over."""
        if post.left is None or not before.expiring:
            return before
        left = {one.message: post.left.under(one, before) for one in before.expiring}
        for message, keyboard in left.items():
            if keyboard is not None:
                await self._reworded(scope, partial(self._gateway.edit_keyboard, scope.chat, message, keyboard))
        bare = [message for message, keyboard in left.items() if keyboard is None]
        self._tidying.strip(scope.chat, bare)
        return msgspec.structs.replace(before, lit=tuple(one for one in before.lit if one not in bare), expiring=())

    async def _redate(self, scope: Scope, table: str, shown: Shown, how: Redated) -> Shown:
        """Have the newest messages that tell how a table stands say it as it is now: those with buttons to play by.

        One that shows cards which are to be turned down stays as it is.

        Returns:
            What stands then.
        """
        if shown.table != table or not _is_board(shown):
            return shown
        text, caption = self._gateway.edit_text, self._gateway.edit_caption
        anew: list[int] = []
        if shown.board in shown.lit and not self._reveals.is_open(scope.chat, shown.board):
            edit, told = (text, how.letters) if shown.written else (caption, how.caption)
            await self._reworded(
                scope, partial(edit, scope.chat, shown.board, told(shown.kept), how.keyboard(sealed=shown.sealed))
            )
            anew.append(shown.board)
        if shown.said in shown.lit:
            await self._reworded(scope, partial(text, scope.chat, shown.said, how.words(shown.kept), how.buttons))
            anew.append(shown.said)
        others = [one for one in shown.expiring if one.message not in anew]
        bear = [one for message in anew for one in bearers(message, how.buttons)]
        return msgspec.structs.replace(shown, expiring=expiring(*others, *bear))

    async def _reworded(self, scope: Scope, edit: Callable[[], Awaitable[None]]) -> None:
        try:
            await edit()
        except Refused as error:
            log.info("what stands in chat %s keeps its words: %s", scope.chat, error.message)

    async def redate(self, scope: Scope, table: str, how: Redated) -> None:
        """Have the newest messages say how a table stands now, if it is this one that they show.

        Raises:
            Undone: as Telegram answered, but for a refusal.
        """
        before = await self._shows.at(scope)
        shown = await self._redate(scope, table, before, how)
        # Something else may have been told meanwhile.
        if shown != before and await self._shows.at(scope) == before:
            self._shows.note(scope, shown)

    async def _newest(
        self, scope: Scope, before: Shown, shown: Shown, post: Post, memory: Memory | None = None
    ) -> Newest:
        """Another message shows the table now; what was before loses its buttons, or goes."""
        if post.boards.deletes and _is_board(before) and before.table == post.table:
            await self._fading.fade(scope.chat, before.board, post.seen_for)
        chat, reveals = scope.chat, self._reveals
        # Those that show cards lose their buttons as these are turned down.
        self._tidying.strip(
            chat, (one for one in with_buttons(before) if one != shown.board and not reveals.is_open(chat, one))
        )
        return self._noted(scope, shown.board, shown, memory)

    def _noted(self, scope: Scope, message: int, shown: Shown, memory: Memory | None = None) -> Newest:
        self._shows.note(scope, shown)
        return Newest(message, memory, encoded(shown))

    async def _pinned(self, scope: Scope, post: Post, before: Shown, message: int) -> int:
        """The message that is pinned now, if any: of a game the first board, as each pin is told to all."""
        if message == before.pinned:
            return message
        pins = post.boards is Boards.PIN
        if pins:
            try:
                await self._gateway.pin(scope.chat, message)
            except Undone as error:
                log.info("the board of chat %s is not pinned: %s", scope.chat, error.message)
                return before.pinned
        if before.pinned:
            with suppress(Undone):
                await self._gateway.unpin(scope.chat, before.pinned)
        return message if pins else 0

    async def _send(self, scope: Scope, post: Post, view: View, *, unseen: bool) -> tuple[SentPicture, Memory | None]:
        drawn = post.sketch or views.sketch(view, post.speaker, post.look)

        async def show(photo: str | bytes) -> SentPicture:
            written = partial(_as_text, post, view)
            return await self._gateway.photo(scope, photo, post.text or None, post.keyboard, written=written)

        try:
            return await self._photos.post(scope, drawn, show, unseen=unseen)
        except CannotDraw:
            log.exception("a picture of %s could not be drawn", view.ruleset)
            message = await self.write(scope, post, _as_text(post, view))
            return SentPicture(message, scope.chat, written=True), None

    async def _edit(self, scope: Scope, post: Post, view: View, before: Shown, *, unseen: bool) -> Memory | None:
        """Let the message that shows the table show it as it is now."""

        async def show(photo: str | bytes) -> SentPicture:
            return await self._gateway.edit_photo(scope.chat, before.board, photo, post.text, post.keyboard)

        if before.written:
            await self._gateway.edit_text(scope.chat, before.board, _as_text(post, view), post.keyboard)
            return None
        try:
            drawn = post.sketch or views.sketch(view, post.speaker, post.look)
            _, memory = await self._photos.post(scope, drawn, show, unseen=unseen)
        except CannotDraw:
            log.exception("a picture of %s could not be drawn", view.ruleset)
            await self._gateway.edit_caption(scope.chat, before.board, post.text, post.keyboard)
            return None
        return memory


def _showing(scope: Scope, post: Post, view: View) -> Showing:
    """A post as it is shown with cards face up for a moment; in which message is not known yet."""
    return Showing(
        scope.chat,
        scope.topic,
        0,
        post.text,
        view,
        dict(post.speaker.titles),
        post.table,
        post.look.language,
        photo=True,
        theme=post.look.theme,
    )


def ahead(post: Post) -> Post:
    """The words of a post that no caption holds, as they go before its picture."""
    return replace(post, keyboard=None)


def _is_board(shown: Shown) -> bool:
    """Whether a message shows a game's board."""
    return bool(shown.board) and not shown.waiting


def _stands(shown: Shown, post: Post) -> bool:
    """Whether a message shows the board of the game that a post is about."""
    return _is_board(shown) and shown.table == post.table


def _as_text(post: Post, view: View) -> str:
    """A post for a chat that takes no pictures."""
    return post.text if isinstance(view, LobbyView) else f"{registry.of_view(view).written(view)}\n{post.text}".rstrip()
