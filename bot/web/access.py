"""Who opened a board page: checks Telegram's word of it, and the tokens that it buys (SECURITY.md, board page)."""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Callable
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qsl

import msgspec
from msgspec import Struct

from bot.store.people import WebStore
from bot.store.retention import WEB_SESSION_SECONDS
from bot.wording.speaker import display_name

TOKEN_SECONDS: Final = 3600
"""How long a token counts after its last renewal."""
RENEWAL_SECONDS: Final = 600
"""After how long a token that is used is renewed."""
_CLOCK_SECONDS: Final = 60
"""By how much Telegram's clock may be ahead."""
_MOST_INIT_DATA: Final = 8192
_DIGEST: Final = 32


class Refused(Exception):
    """A request that is not answered as asked; ``code`` is what the page words."""

    status = HTTPStatus.BAD_REQUEST

    def __init__(self, code: str, status: HTTPStatus | None = None) -> None:
        super().__init__(code)
        self.code: Final = code
        self.status = status or self.status


class AccessRefused(Refused):
    """What was shown opens nothing. ``code``: ``forged``, ``expired`` (it is to be opened again) or ``banned``."""

    status = HTTPStatus.UNAUTHORIZED


class Session(Struct, frozen=True, array_like=True):
    """Who looks at a board page, as a token says it. Instants are in Unix seconds."""

    user: int
    name: str
    language: str | None
    username: str | None
    opened: int
    """When Telegram said who it is (``auth_date``)."""
    renewed: float


class _WebAppUser(Struct):
    id: int
    first_name: str = ""
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None


_USER: Final = msgspec.json.Decoder(_WebAppUser)
_SESSION: Final = msgspec.json.Decoder(Session)


def sign_init_data(fields: dict[str, str], token: str) -> str:
    """The hash of init data, in hexadecimal: HMAC-SHA-256 over its sorted lines, by a key made of the bot's token."""
    key = hmac.digest(b"WebAppData", token.encode(), "sha256")
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    return hmac.new(key, lines.encode(), hashlib.sha256).hexdigest()


class WebAccess:
    """Opens sessions and reads tokens, by a clock of Unix seconds; a bot's workers understand each other's."""

    def __init__(
        self, token: str, store: WebStore, is_banned: Callable[[int], bool], clock: Callable[[], float]
    ) -> None:
        self._token: Final = token
        self._key: Final = hmac.digest(b"harfiyen board page", token.encode(), "sha256")
        self._store: Final = store
        self._is_banned: Final = is_banned
        self._clock: Final = clock

    async def open_session(self, init_data: str) -> Session:
        """The session that Telegram's init data opens. Raises AccessRefused."""
        fields = self._read_init_data(init_data)
        now = self._clock()
        try:
            opened, person = int(fields["auth_date"]), _USER.decode(fields["user"])
        except (KeyError, ValueError, msgspec.DecodeError) as error:
            raise AccessRefused("forged") from error
        if opened > now + _CLOCK_SECONDS:
            raise AccessRefused("forged")
        name = display_name(person.first_name, person.last_name)
        session = Session(person.id, name, person.language_code, person.username, opened, now)
        await self.check_session(session)
        return session

    async def read_token(self, token: str) -> Session:
        """The session of a token. Raises AccessRefused."""
        payload, _, digest = token.encode("ascii", "replace").partition(b".")
        now = self._clock()
        try:
            raw, given = base64.urlsafe_b64decode(payload), base64.urlsafe_b64decode(digest)
            if len(given) != _DIGEST or not hmac.compare_digest(given, hmac.digest(self._key, raw, "sha256")):
                raise AccessRefused("forged")
            session = _SESSION.decode(raw)
        except (binascii.Error, ValueError, msgspec.DecodeError) as error:
            raise AccessRefused("forged") from error
        if session.renewed + TOKEN_SECONDS <= now:
            raise AccessRefused("expired")
        await self.check_session(session)
        return session

    def make_token(self, session: Session) -> str:
        """A token for a session, to be held in memory and sent in a header."""
        raw = msgspec.json.encode(session)
        parts = raw, hmac.digest(self._key, raw, "sha256")
        return b".".join(map(base64.urlsafe_b64encode, parts)).decode()

    def renew_token(self, session: Session) -> str | None:
        """A newer token of a session that is in use; ``None`` while its own is new."""
        now = self._clock()
        if session.renewed + RENEWAL_SECONDS > now:
            return None
        return self.make_token(msgspec.structs.replace(session, renewed=now))

    async def check_session(self, session: Session) -> None:
        """Check that a session counts, also while it goes on. Raises AccessRefused."""
        if session.opened + WEB_SESSION_SECONDS <= self._clock():
            raise AccessRefused("expired")
        if self._is_banned(session.user):
            raise AccessRefused("banned")
        # Not by when it was renewed: a request that is under way while boards are closed renews its token after that.
        if session.opened <= await self._store.load_closed_at(session.user):
            raise AccessRefused("expired")

    def _read_init_data(self, init_data: str) -> dict[str, str]:
        if len(init_data) > _MOST_INIT_DATA:
            raise AccessRefused("forged")
        pairs = parse_qsl(init_data, keep_blank_values=True)
        fields = dict(pairs)
        given = fields.pop("hash", "")
        if len(fields) + 1 != len(pairs):
            raise AccessRefused("forged")
        if not hmac.compare_digest(given.encode(), sign_init_data(fields, self._token).encode()):
            raise AccessRefused("forged")
        return fields
