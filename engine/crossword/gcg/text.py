"""From the bytes of a file to its lines: encodings, byte-order marks and line ends as they occur."""

import codecs
import re
import unicodedata
from typing import Final

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED: Final = re.compile(rb"^#character-encoding[ \t]+([A-Za-z0-9_.:-]+)", re.MULTILINE)
_PYTHONS_OWN: Final = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"})
"""Codecs in which nobody writes texts; some make halves of pairs of surrogates, which cannot be printed."""
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


def decode(data: bytes) -> str:
    """The text of a file: by its byte-order mark, else as it declares, else UTF-8, else Latin-1."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data.decode(codec, errors="replace")
    declared = _DECLARED.search(data)
    for codec in (declared[1].decode("ascii") if declared else "utf-8", "utf-8"):
        try:
            if codecs.lookup(codec).name.replace("_", "-") not in _PYTHONS_OWN:
                return data.decode(codec)
        except (LookupError, UnicodeError):
            continue
    return data.decode("latin-1")


def lines(data: bytes) -> list[str]:
    """The composed (NFC) lines of a file without their ends, be they of Unix, DOS or the old Macintosh."""
    return [unicodedata.normalize("NFC", line).rstrip() for line in _LINE_END.split(decode(data))]
