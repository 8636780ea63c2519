"""The HTTP side of python-telegram-bot on aiohttp: cheaper in CPU than its default client.

Owns connections, time-outs, the encoding of parameters and uploads, and the translation of network
failures to `telegram.error`. The Bot API's address holds the token, so no text that leaves this module
names an address. What the answers mean is python-telegram-bot's business.
"""

import io
import json
import secrets
from typing import IO

import aiohttp
from telegram._utils.defaultvalue import DefaultValue
from telegram._utils.types import ODVInput
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData
from yarl import URL

_JSON = "application/json"
_DNS_SECONDS = 300
# From here on aiohttp wants a stream, so that writing leaves the loop room for others.
_LARGE_BYTES = 500_000


class AiohttpRequest(BaseRequest):
    """Sends Bot API calls over a pool of at most `connections` aiohttp connections.

    Time-outs are in seconds; `None` waits for ever. `proxy` is the address of an HTTP proxy.
    """

    __slots__ = ("_closed", "_connections", "_proxy", "_session", "_timeouts", "_upload_timeout")

    def __init__(
        self,
        *,
        connections: int = 64,
        read_timeout: float | None = 10.0,
        write_timeout: float | None = 10.0,
        connect_timeout: float | None = 5.0,
        pool_timeout: float | None = 5.0,
        upload_timeout: float | None = 30.0,
        proxy: str | None = None,
    ) -> None:
        self._connections = connections
        self._timeouts = (read_timeout, write_timeout, connect_timeout, pool_timeout)
        self._upload_timeout = upload_timeout
        self._proxy = proxy
        self._session: aiohttp.ClientSession | None = None
        self._closed = False

    @property
    def read_timeout(self) -> float | None:
        """The default wait for an answer, in seconds."""
        return self._timeouts[0]

    async def initialize(self) -> None:
        """Make the request usable, again too after a shutdown; connections open on the first call."""
        self._closed = False

    async def shutdown(self) -> None:
        """Close every connection; calls fail until the next `initialize`."""
        self._closed = True
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(  # noqa: PLR0917 - the signature is the base class's
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        write_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        connect_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        pool_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Send one request and return the HTTP status and the answer's body.

        Raises:
            TimedOut: no connection or no answer in time.
            NetworkError: any other failure on the way.
            RuntimeError: the request was shut down.
        """
        session = self._open_session()
        body, content_type = _encode(request_data)
        is_upload = request_data is not None and request_data.contains_files
        read, write, connect, pool = (
            default if isinstance(given, DefaultValue) else given
            for given, default in zip(
                (read_timeout, write_timeout, connect_timeout, pool_timeout), self._timeouts, strict=True
            )
        )
        if is_upload and isinstance(write_timeout, DefaultValue):
            write = self._upload_timeout
        try:
            async with session.request(
                method,
                # Requoting would be waste: the colon of the token is legal in a path.
                URL(url, encoded=True),
                data=io.BytesIO(body) if body is not None and len(body) > _LARGE_BYTES else body,
                headers={"Content-Type": content_type} if body is not None else None,
                timeout=_client_timeout(read, write, connect, pool, whole=body is not None),
                proxy=self._proxy,
                # A redirect would hand the token to another host.
                allow_redirects=False,
            ) as response:
                return response.status, await response.read()
        except TimeoutError as error:
            # `from None` here and below: aiohttp's own texts may hold the address, and with it the token.
            raise TimedOut(f"Timed out ({type(error).__name__})") from None
        except aiohttp.ClientError as error:
            raise NetworkError(_describe(error)) from None
        except (OSError, ValueError) as error:
            raise NetworkError(f"{type(error).__name__} while sending a request") from None

    def _open_session(self) -> aiohttp.ClientSession:
        if self._closed:
            raise RuntimeError("This AiohttpRequest is shut down: call initialize() first.")
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=self._connections, ttl_dns_cache=_DNS_SECONDS)
            self._session = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
            )
        return self._session


def _client_timeout(
    read: float | None, write: float | None, connect: float | None, pool: float | None, *, whole: bool
) -> aiohttp.ClientTimeout:
    """Translate the library's four time-outs; `whole` also bounds the sum, which bounds a stalled upload."""
    waiting = None if pool is None or connect is None else pool + connect
    total = None
    if whole and waiting is not None and read is not None and write is not None:
        total = waiting + write + read
    return aiohttp.ClientTimeout(total=total, connect=waiting, sock_connect=connect, sock_read=read)


def _describe(error: aiohttp.ClientError) -> str:
    """Name a failure without any address: the class and, where there is one, the system's reason."""
    reason = getattr(error, "strerror", None)
    return f"aiohttp.{type(error).__name__}" + (f": {reason}" if reason else "")


def _encode(data: RequestData | None) -> tuple[bytes | None, str]:
    """Encode parameters as JSON, or as multipart where there are files to upload."""
    if data is None:
        return None, ""
    if not data.contains_files:
        return json.dumps(data.parameters).encode(), _JSON
    boundary = secrets.token_hex(16)
    parts: list[bytes] = []
    for name, text in data.json_parameters.items():
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_quote(name)}"\r\n\r\n'
        parts += head.encode(), text.encode(), b"\r\n"
    for name, (filename, content, mime) in data.multipart_data.items():
        head = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="{_quote(name)}"; '
            f'filename="{_quote(filename)}"\r\nContent-Type: {mime}\r\n\r\n'
        )
        parts += head.encode(), _content(content), b"\r\n"
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"


def _content(content: bytes | IO[bytes]) -> bytes:
    return content if isinstance(content, bytes) else content.read()


def _quote(text: str) -> str:
    """Escape a header's quoted value the way browsers do."""
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
