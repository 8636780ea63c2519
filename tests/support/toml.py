"""Documents as TOML, with whatever is in them that TOML can say."""

from typing import Any


def written(document: Any) -> str:
    """A document as a TOML file; one that is no table stands under a key. What is ``None`` is left out."""
    tables = document if isinstance(document, dict) else {"document": document}
    return "".join(f"{_text(key)} = {_value(value)}\n" for key, value in tables.items() if value is not None)


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return repr(value)
        case list():
            return f"[{', '.join(_value(one) for one in value if one is not None)}]"
        case dict():
            rows = (f"{_text(key)} = {_value(one)}" for key, one in value.items() if one is not None)
            return f"{{{', '.join(rows)}}}"
        case _:
            return _text(value)


def _text(text: object) -> str:
    return (
        '"'
        + "".join(one if one.isprintable() and one not in '"\\' else f"\\U{ord(one):08x}" for one in str(text))
        + '"'
    )
