"""Log lines: one form for people, one for programs, and no token in either."""

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
from aiohttp.http_exceptions import BadHttpMessage

from bot import logs

TOKEN = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw-_"  # noqa: S105 - an invented one


@pytest.fixture(autouse=True)
def _restore_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    names = ("aiohttp.access", "asyncio", "httpcore", "httpx", "telegram")
    levels = {name: logging.getLogger(name).level for name in names}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(False)
    logging.getLogger("aiohttp.server").removeFilter(logs.is_own_error)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


def start_logging(form: str, level: str = "INFO") -> io.StringIO:
    stream = io.StringIO()
    logs.configure_logging(level, form, stream)
    return stream


def log_failure_with(text: str) -> None:
    try:
        raise ValueError(text)  # noqa: TRY301 - a traceback with the text in it is wanted
    except ValueError:
        logging.getLogger("bot.trial").exception("It failed for %s", text)


def test_a_text_line_has_instant_level_source_and_message() -> None:
    stream = start_logging("text")
    logging.getLogger("bot.tables.games").warning("Update %d", 7)
    expected = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARNING bot\.tables\.games: Update 7\n"
    assert re.fullmatch(expected, stream.getvalue())


def test_a_json_line_is_one_object_even_with_a_traceback() -> None:
    stream = start_logging("json")
    log_failure_with("İkinci\nsatır")
    (line,) = stream.getvalue().splitlines()
    record = json.loads(line)
    assert record["level"] == "ERROR"
    assert record["logger"] == "bot.trial"
    assert record["message"] == "It failed for İkinci\nsatır"
    assert "Traceback" in record["exception"]
    assert record["time"].endswith("Z")


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    ("secret", "around"),
    [
        (TOKEN, "token {}"),
        (TOKEN, "https://api.telegram.org/bot{}/getMe failed"),
        (TOKEN.replace(":", "%3A"), "GET /file/bot{}/photos/1.png"),
        ("7000000001:short", "http://127.0.0.1:8081/bot{}/sendPhoto?x=1"),
        ("hunter2", "redis://bot:{}@redis.example.org:6379/0"),
        ("hunter2", "redis://:{}@redis.example.org:6379/0"),
    ],
)
def test_no_secret_is_written_in_message_arguments_or_traceback(form: str, secret: str, around: str) -> None:
    stream = start_logging(form)
    text = around.format(secret)
    logging.getLogger("bot").error("Trouble: %s", text)
    logging.getLogger("bot").error(text)
    log_failure_with(text)
    assert secret not in stream.getvalue()
    assert stream.getvalue().count("Trouble") == 1


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_traceback_says_where_and_of_which_kind_and_quotes_nothing(form: str) -> None:
    stream, rack = start_logging(form), "K-A-L-E-M"
    try:
        try:
            {"A": 1}[rack]
        except KeyError as error:
            raise ExceptionGroup(rack, [RuntimeError(rack), OSError("no space left")]) from error
    except ExceptionGroup:
        logging.getLogger("bot.trial").exception("It failed")
    for told in ("KeyError", "ExceptionGroup", "RuntimeError", "OSError: no space left", "test_logs.py"):
        assert told in stream.getvalue()
    assert rack not in stream.getvalue()


@pytest.mark.parametrize(
    "text",
    ["2026-11-21T10:00:00Z /bot/handlers/play.py", "score 12:30", "https://example.org/a@b", "H8:KALEM"],
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert logs.mask_secrets(text) == text


@pytest.mark.parametrize("level", ["DEBUG", "INFO"])
def test_libraries_do_not_write_a_line_a_call_nor_the_parameters_of_calls(level: str) -> None:
    stream = start_logging("text", level)
    logging.getLogger("httpx").info("HTTP Request: POST")
    logging.getLogger("aiohttp.access").info("GET /health")
    logging.getLogger("telegram.Bot").debug("Calling Bot API endpoint with a rack")
    logging.getLogger("telegram.ext.Application").info("Application started")
    assert stream.getvalue().splitlines()[0].endswith("Application started")
    assert len(stream.getvalue().splitlines()) == 1


def test_records_below_the_level_are_left_out() -> None:
    stream = start_logging("text", "ERROR")
    logging.getLogger("bot").warning("small")
    logging.getLogger("telegram").info("smaller")
    assert stream.getvalue() == ""


def test_setting_up_again_replaces_the_first_set_up() -> None:
    first = start_logging("text")
    second = start_logging("text")
    logging.getLogger("bot").info("once")
    assert (first.getvalue(), second.getvalue().count("once")) == ("", 1)


def test_what_strangers_send_that_is_no_http_fills_no_log() -> None:
    stream = start_logging("text")
    http = logging.getLogger("aiohttp.server")
    for error in (BadHttpMessage("X-Secret: hush"), ValueError("ours")):
        try:
            raise error
        except (BadHttpMessage, ValueError):
            http.exception("Error handling request")
    assert stream.getvalue().count("Error handling request") == 1
    assert "hush" not in stream.getvalue()
    assert "ValueError" in stream.getvalue()
