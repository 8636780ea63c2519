"""Uploaded files, held in memory, and what a picture's own header says of its size.

Knows the Bot API's limits for photos; knows nothing of messages. Old files make room for new ones.
"""

import secrets
import struct
from dataclasses import dataclass
from typing import Any

from bot.playground.api_error import ApiError, bad_request_error

MAX_PHOTO_BYTES = 10_000_000
MAX_UPLOAD_BYTES = 50_000_000
MAX_PHOTO_SIDES = 10_000
MAX_PHOTO_RATIO = 20
_THUMBNAIL_SIDE = 320
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PNG_HEADER = 24


@dataclass(frozen=True, slots=True)
class Upload:
    """One file of a request."""

    name: str
    mime: str
    content: bytes


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that can be sent again by its id; sides are 0 for what is not a picture."""

    file_id: str
    unique_id: str
    upload: Upload
    width: int = 0
    height: int = 0


class FileStore:
    """Keeps files up to `capacity` bytes in all and forgets the oldest first."""

    def __init__(self, capacity: int = 200_000_000) -> None:
        self._capacity = capacity
        self._size = 0
        self._by_id: dict[str, StoredFile] = {}

    def add_photo(self, upload: Upload) -> StoredFile:
        """Store a picture.

        Raises:
            ApiError: too big, too long or narrow, or no PNG.
        """
        if not upload.content:
            raise bad_request_error("file must be non-empty")
        if len(upload.content) > MAX_PHOTO_BYTES:
            raise bad_request_error("file is too big for a photo")
        sides = read_picture_size(upload.content)
        if sides is None:
            raise bad_request_error("IMAGE_PROCESS_FAILED")
        width, height = sides
        if width + height > MAX_PHOTO_SIDES or max(sides) > MAX_PHOTO_RATIO * min(sides):
            raise bad_request_error("PHOTO_INVALID_DIMENSIONS")
        return self._store_file("p", upload, width, height)

    def add_document(self, upload: Upload) -> StoredFile:
        """Store any file.

        Raises:
            ApiError: empty or too big.
        """
        if not upload.content:
            raise bad_request_error("file must be non-empty")
        if len(upload.content) > MAX_UPLOAD_BYTES:
            raise ApiError(413, "Request Entity Too Large")
        return self._store_file("d", upload, 0, 0)

    def require_file(self, file_id: str) -> StoredFile:
        """Find a file by its id.

        Raises:
            ApiError: no such file.
        """
        if file_id not in self._by_id:
            raise bad_request_error("wrong file identifier/HTTP URL specified")
        return self._by_id[file_id]

    def _store_file(self, kind: str, upload: Upload, width: int, height: int) -> StoredFile:
        file_id = f"{kind}{secrets.token_urlsafe(30)}"
        stored = StoredFile(file_id, secrets.token_urlsafe(9), upload, width, height)
        self._by_id[file_id] = stored
        self._size += len(upload.content)
        while self._size > self._capacity:
            oldest = self._by_id.pop(next(iter(self._by_id)))
            self._size -= len(oldest.upload.content)
        return stored


def to_photo_sizes(stored: StoredFile) -> list[dict[str, Any]]:
    """Describe a picture as Telegram does: smaller sizes first, the full one last."""
    full = {
        "file_id": stored.file_id,
        "file_unique_id": stored.unique_id,
        "width": stored.width,
        "height": stored.height,
        "file_size": len(stored.upload.content),
    }
    scale = _THUMBNAIL_SIDE / max(stored.width, stored.height)
    if scale >= 1:
        return [full]
    small = {"width": max(1, round(stored.width * scale)), "height": max(1, round(stored.height * scale))}
    # Nothing here scales pictures: the small size names the same file.
    return [{**full, **small, "file_unique_id": f"{stored.unique_id}s"}, full]


def to_document(stored: StoredFile) -> dict[str, Any]:
    """Describe a file as a Bot API Document."""
    return {
        "file_id": stored.file_id,
        "file_unique_id": stored.unique_id,
        "file_name": stored.upload.name,
        "mime_type": stored.upload.mime,
        "file_size": len(stored.upload.content),
    }


def read_picture_size(content: bytes) -> tuple[int, int] | None:
    """Read width and height in pixels from a PNG's header; nothing for other content."""
    if content.startswith(_PNG_SIGNATURE) and content[12:16] == b"IHDR" and len(content) >= _PNG_HEADER:
        width, height = struct.unpack(">II", content[16:_PNG_HEADER])
        return (width, height) if width and height else None
    return None
