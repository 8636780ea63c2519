"""Instants in texts, as the Bot API's server reads them since 9.5."""

import pytest

from bot.playground.api_error import ApiError
from bot.playground.state.text_entities import parse_html


@pytest.mark.parametrize(
    ("form", "entity"),
    [
        (' format="wdt"', {"date_time_format": "wdt"}),
        (' format="r"', {"date_time_format": "r"}),
        ("", {}),
    ],
)
def test_the_server_reads_instants(form: str, entity: dict[str, str]) -> None:
    text, found = parse_html(f'a <tg-time unix="1800000000"{form}>b</tg-time>', lambda _: None)
    assert text == "a b"
    assert found == [{"type": "date_time", "offset": 2, "length": 1, "unix_time": 1_800_000_000} | entity]


@pytest.mark.parametrize("attributes", ["", ' unix="soon"', ' unix="1" format="x"', ' unix="1" format="rd"'])
def test_the_server_refuses_what_is_no_instant(attributes: str) -> None:
    with pytest.raises(ApiError):
        parse_html(f"<tg-time{attributes}>b</tg-time>", lambda _: None)
