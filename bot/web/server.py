"""Serves the board page below ``WEB_URL``: files, sessions, views, events, and the way of its actions to the inbox.

An address holds neither a right nor a token. :mod:`bot.web.access` says who asks, :mod:`bot.web.boards` what they see.
"""

import asyncio
import hashlib
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec
from aiohttp import web
from msgspec import Meta, Raw, Struct
from redis.exceptions import RedisError

from bot.listener import begin_stream
from bot.logs import get_logger
from bot.store.commits import WEB_UPDATES
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.store.people import WebAnswer, WebStore
from bot.telegram.requests import PageMove, PuzzleMove, Sender
from bot.telegram.send_queue import TokenBucket
from bot.telegram.updates import to_page_update
from bot.web.access import AccessRefused, Refused, Session, WebAccess
from bot.web.boards import BoardViewer, NotShown, SeenTable, to_refusal_text
from bot.web.events import TableWatch
from bot.wording.speaker import Speaker
from bot.workers.recent import NewestDict
from engine.errors import EngineError

log = get_logger(__name__)
ANSWER_SECONDS: Final = 3.0
"""How long the answer to an action is waited for; after that the page asks again."""
PULSE_SECONDS: Final = 15.0
_REQUESTS: Final = (60, 10.0)
"""How many requests a person may make at once, and how many a second from then on."""
_ACTIONS: Final = (20, 1.0)
"""The same of actions: each comes into the inbox, and is answered."""
_MOST_PEOPLE: Final = 4096
_MOST_BODY: Final = 16_384
_PAGE: Final = Path(__file__).with_name("page")
_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""As the proxies know them, which compress them; Python names scripts otherwise before 3.12."""
_TELEGRAM_FRAMES: Final = "https://web.telegram.org https://*.web.telegram.org"
_TABLE: Final = "/api/tables/(?P<address>[A-Za-z0-9_-]{1,100})"
_Handler = Callable[..., Awaitable[web.StreamResponse]]
_Cell = Annotated[str, Meta(max_length=8)]


class _Opening(Struct):
    init: Annotated[str, Meta(max_length=8192)]


class LaidOnPage(Struct):
    """Tiles that lie on a page's board, by their cells."""

    tiles: Annotated[dict[_Cell, _Cell], Meta(max_length=32)]


ActionKey = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
"""Chosen by the page at random, the same whenever it sends the action again."""


class _Act(Struct):
    key: ActionKey
    move: PageMove


@dataclass(frozen=True, slots=True)
class Asked:
    """What a view of the page asks for."""

    session: Session
    speaker: Speaker
    """Speaks the viewer's language."""
    body: bytes
    """Of a request that brings something; raise msgspec.DecodeError where it cannot be read."""
    submit: Callable[[str, Scope, PageMove | PuzzleMove], Awaitable[WebAnswer | None]]
    """Does an action once, however often it is asked for with its key (:data:`ActionKey`); ``None`` if its answer is
    not known yet."""


ViewRoute = tuple[str, re.Pattern[str], Callable[..., Awaitable[object]]]
"""The method and path of a view besides the board, and what answers it with JSON, given :class:`Asked` and the
groups; an EngineError is worded for the viewer."""


class BoardServer:
    """The routes of the board page.

    ``prefix``: the path of WEB_URL, without a slash at its end. ``is_playground``: whether the page stands in the
    playground's frame and loads nothing of Telegram's.
    """

    def __init__(
        self,
        *,
        prefix: str,
        access: WebAccess,
        viewer: BoardViewer,
        watch: TableWatch,
        store: WebStore,
        inbox: Inbox,
        views: Iterable[ViewRoute] = (),
        is_playground: bool,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._prefix: Final = prefix
        self._access: Final = access
        self._viewer: Final = viewer
        self.watch: Final = watch
        self._store: Final = store
        self._inbox: Final = inbox
        self._clock: Final = clock
        self._monotonic: Final = monotonic
        self._index: Final = _read_index(with_telegram=not is_playground)
        self._headers: Final = _page_headers(is_playground=is_playground)
        self._buckets: Final[NewestDict[int, TokenBucket]] = NewestDict(_MOST_PEOPLE)
        self._opening_buckets: Final[NewestDict[int, TokenBucket]] = NewestDict(_MOST_PEOPLE)
        self._action_buckets: Final[NewestDict[int, TokenBucket]] = NewestDict(_MOST_PEOPLE)
        self._newest_actions: Final[NewestDict[int, int]] = NewestDict(_MOST_PEOPLE)
        """By person; asking again what came of it counts as no further action."""
        self._routes: Final[Sequence[tuple[str, re.Pattern[str], _Handler]]] = (
            ("GET", re.compile("/"), self._serve_index),
            ("GET", re.compile(r"/(?P<name>[a-z-]+\.(?:js|css|svg))"), self._serve_file),
            ("POST", re.compile("/api/session"), self._open_session),
            ("GET", re.compile("/api/tables"), self._list_tables),
            ("GET", re.compile(_TABLE), self._show_table),
            ("GET", re.compile(f"{_TABLE}/events"), self._stream_events),
            ("POST", re.compile(f"{_TABLE}/tiles"), self._judge_tiles),
            ("PUT", re.compile(f"{_TABLE}/plan"), self._save_plan),
            ("POST", re.compile(f"{_TABLE}/actions"), self._act),
            ("GET", re.compile("/api/texts"), self._serve_texts),
            *((method, pattern, partial(self._answer_view, answer)) for method, pattern, answer in views),
        )

    async def handle_request(self, request: web.Request) -> web.StreamResponse:
        """Answer any request below the prefix."""
        path = request.path.removeprefix(self._prefix)
        try:
            response = await self._find_handler(request.method, path)(request)
        except Refused as refusal:
            response = _json({"error": refusal.code}, refusal.status)
        except msgspec.DecodeError:
            response = _json({"error": "malformed"}, HTTPStatus.BAD_REQUEST)
        except (RedisError, OSError) as error:
            log.warning("a board page waits for Redis", error=type(error).__name__)
            response = _json({"error": "unreachable"}, HTTPStatus.SERVICE_UNAVAILABLE)
        if not response.prepared:
            for name, value in self._headers.items():
                response.headers.setdefault(name, value)
        return response

    async def check_members_again(self, chat: int, users: Iterable[int]) -> None:
        """Ask Telegram anew whether these users, who have joined or left a group, may watch its tables."""
        for user in users:
            await self._store.forget_member(user, chat)
        self.watch.wake_pages(chat)

    def _find_handler(self, method: str, path: str) -> _Handler:
        for wanted, pattern, handler in self._routes:
            if wanted == method and (found := pattern.fullmatch(path)) is not None:
                bound: _Handler = partial(handler, **found.groupdict())
                return bound
        raise Refused("gone", HTTPStatus.NOT_FOUND)

    async def _serve_index(self, _: web.Request) -> web.Response:
        return web.Response(body=self._index, content_type="text/html", charset="utf-8")

    async def _serve_file(self, _: web.Request, name: str) -> web.FileResponse:
        path = _PAGE / name
        if not path.is_file():
            raise Refused("gone", HTTPStatus.NOT_FOUND)
        return web.FileResponse(path, headers={"Cache-Control": "no-cache", "Content-Type": _TYPES[path.suffix]})

    async def _open_session(self, request: web.Request) -> web.Response:
        session = await self._access.open_session((await _read_json(request, _Opening)).init)
        self._take(self._opening_buckets, _REQUESTS, session.user)
        speaker = await self._viewer.load_speaker(session)
        return _json(
            {
                "token": self._access.make_token(session),
                "user": session.user,
                "language": speaker.language,
                "texts": self._viewer.page_texts(speaker),
            }
        )

    async def _list_tables(self, request: web.Request) -> web.Response:
        session = await self._read_session(request)
        speaker = await self._viewer.load_speaker(session)
        return self._json_for(session, {"tables": await self._viewer.list_tables(session, speaker)})

    async def _show_table(self, request: web.Request, address: str) -> web.Response:
        session = await self._read_session(request)
        seen = await self._viewer.find_table(session, address)
        plan = await self._store.load_plan(session.user, seen.name)
        return self._json_for(session, {**self._to_message(seen), "plan": plan})

    async def _stream_events(self, request: web.Request, address: str) -> web.StreamResponse:
        session = await self._read_session(request)
        known: tuple[int | None, bytes | None] = _known_version(request), None
        scope = (await self._viewer.find_table(session, address)).loaded.scope
        async with self.watch.watch(session.user, scope, partial(_is_open, request)):
            begin_stream(request)
            response = web.StreamResponse(headers={**self._headers, "Content-Type": "text/event-stream"})
            await response.prepare(request)
            # Where it ends, the page asks again, and is told why not, or of the supergroup.
            with suppress(AccessRefused, NotShown, RedisError, OSError):
                await response.write(b":\n\n")
                while not self.watch.is_closing:
                    changed = self.watch.next_change(scope)
                    await self._access.check_session(session)
                    loaded = await self.watch.load_table(scope)
                    seen = await self._viewer.find_table(session, address, loaded)
                    if loaded.scope != scope:
                        break
                    if (loaded.version, seen.shown_cards) != known:
                        known = loaded.version, seen.shown_cards
                        data = msgspec.json.encode(self._to_message(seen))
                        await response.write(b"id: %d\ndata: %b\n\n" % (loaded.version, data))
                    try:
                        await asyncio.wait_for(changed.wait(), PULSE_SECONDS)
                    except TimeoutError:
                        await response.write(b":\n\n")
        return response

    async def _serve_texts(self, request: web.Request) -> web.Response:
        session = await self._read_session(request)
        speaker = await self._viewer.load_speaker(session)
        return self._json_for(session, self._viewer.page_texts(speaker, "view-"))

    async def _answer_view(
        self, answer: Callable[..., Awaitable[object]], request: web.Request, **groups: str
    ) -> web.Response:
        session = await self._read_session(request)
        speaker = await self._viewer.load_speaker(session)
        asked = Asked(session, speaker, await _read_body(request), partial(self._submit, session))
        try:
            response = self._json_for(session, await answer(asked, **groups))
        except EngineError as error:
            text = to_refusal_text(error, speaker)
            response = self._json_for(session, {"error": "refused", "text": text}, HTTPStatus.CONFLICT)
        response.enable_compression()
        return response

    async def _judge_tiles(self, request: web.Request, address: str) -> web.Response:
        session = await self._read_session(request)
        seen = await self._viewer.find_table(session, address)
        tiles = (await _read_json(request, LaidOnPage)).tiles
        speaker = await self._viewer.load_speaker(session)
        return self._json_for(session, await self._viewer.judge_tiles(seen, session.user, tiles, speaker))

    async def _save_plan(self, request: web.Request, address: str) -> web.Response:
        session = await self._read_session(request)
        seen = await self._viewer.find_table(session, address)
        tiles = (await _read_json(request, LaidOnPage)).tiles
        await self._store.save_plan(session.user, seen.name, tiles)
        return self._json_for(session, {})

    async def _act(self, request: web.Request, address: str) -> web.Response:
        session = await self._read_session(request)
        seen = await self._viewer.find_table(session, address)
        act = await _read_json(request, _Act)
        if act.move.table != seen.name:
            raise Refused("malformed")
        answer = await self._submit(session, act.key, seen.loaded.scope, act.move)
        seen = await self._viewer.find_table(session, address)
        status = HTTPStatus.ACCEPTED if answer is None else HTTPStatus.OK
        return self._json_for(session, {**self._to_message(seen), "answer": answer}, status)

    async def _submit(self, session: Session, key: str, scope: Scope, move: PageMove | PuzzleMove) -> WebAnswer | None:
        """Put an action into the inbox, and wait for its answer; once, however often it is sent."""
        number = page_update_number(session.user, key)
        answer = await self._store.load_answer(session.user, number)
        if answer is None:
            if self._newest_actions.get(session.user) != number:
                self._take(self._action_buckets, _ACTIONS, session.user)
                self._newest_actions[session.user] = number
            sender = Sender(session.user, session.name, session.language, session.username)
            raw = to_page_update(number, scope, sender, move, self._clock())
            await self._inbox.append_update(number, scope.chat, raw)
            answer = await self._store.wait_for_answer(session.user, number, ANSWER_SECONDS)
        return answer

    async def _read_session(self, request: web.Request) -> Session:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer":
            raise AccessRefused("expired")
        session = await self._access.read_token(token)
        self._take(self._buckets, _REQUESTS, session.user)
        return session

    def _take(self, buckets: NewestDict[int, TokenBucket], limit: tuple[int, float], user: int) -> None:
        now = self._monotonic()
        bucket = buckets.get(user)
        if bucket is None:
            bucket = buckets[user] = TokenBucket(*limit, now)
        if bucket.level(now) < 1:
            raise Refused("crowded", HTTPStatus.TOO_MANY_REQUESTS)
        bucket.take(now)

    def _to_message(self, seen: SeenTable) -> Mapping[str, Any]:
        cards = self._viewer.cards_of(seen)
        return {
            "board": Raw(self._viewer.render_table(seen)),
            "now": self._viewer.now,
            "left": self._viewer.time_left(seen.game),
            **({} if cards is None else {"cards": cards}),
        }

    def _json_for(self, session: Session, content: object, status: HTTPStatus = HTTPStatus.OK) -> web.Response:
        response = _json(content, status)
        if (token := self._access.renew_token(session)) is not None:
            response.headers["X-Token"] = token
        return response


T = TypeVar("T")


async def _read_body(request: web.Request) -> bytes:
    """The request's body. Raises Refused if it is too long."""
    body = bytearray()
    async for chunk in request.content.iter_any():
        body += chunk
        if len(body) > _MOST_BODY:
            raise Refused("malformed", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return bytes(body)


async def _read_json(request: web.Request, kind: type[T]) -> T:
    return decode_body(await _read_body(request), kind)


def decode_body(body: bytes, kind: type[T]) -> T:
    """A body of JSON. Raises msgspec.DecodeError."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (UnicodeDecodeError, RecursionError) as error:
        raise msgspec.DecodeError(type(error).__name__) from error


def _json(content: object, status: HTTPStatus = HTTPStatus.OK) -> web.Response:
    return web.Response(body=msgspec.json.encode(content), status=status, content_type="application/json")


def page_update_number(user: int, key: str) -> int:
    """The number of an action: a hash, so that what lies in Redis names nobody."""
    digest = hashlib.sha256(f"web:{user}:{key}".encode()).digest()
    return WEB_UPDATES + int.from_bytes(digest) % WEB_UPDATES


def _is_open(request: web.Request) -> bool:
    return request.transport is not None and not request.transport.is_closing()


def _known_version(request: web.Request) -> int | None:
    given = request.query.get("after", "")
    return int(given) if re.fullmatch("[0-9]{1,15}", given) else None


def _read_index(*, with_telegram: bool) -> bytes:
    lines = (_PAGE / "index.html").read_bytes().splitlines(keepends=True)
    return b"".join(line for line in lines if with_telegram or b"telegram.org" not in line)


def _page_headers(*, is_playground: bool) -> Mapping[str, str]:
    scripts: Sequence[str] = ("'self'",) if is_playground else ("'self'", "https://telegram.org")
    frames = f"'self' {_TELEGRAM_FRAMES}" if is_playground else _TELEGRAM_FRAMES
    policy = {
        "default-src": "'none'",
        "script-src": " ".join(scripts),
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": frames,
    }
    return {
        "Cache-Control": "no-store",
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
