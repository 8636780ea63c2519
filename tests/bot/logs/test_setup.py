"""Log lines: one form for people, one for programs, and no token in either."""

import asyncio
import gc
import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
from aiohttp.http_exceptions import BadHttpMessage

from bot.logs import ChatTags, configure_logging, get_logger, log_context
from tests.support.logs import restored_logging

TOKEN = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw-_"  # noqa: S105 - an invented one


@pytest.fixture(autouse=True)
def _restore_logging() -> Iterator[None]:
    with restored_logging():
        yield


def start_logging(form: str, level: str = "INFO") -> io.StringIO:
    stream = io.StringIO()
    configure_logging(level, form, TOKEN, stream)
    return stream


def log_failure_with(text: str) -> None:
    try:
        raise ValueError(text)  # noqa: TRY301 - a traceback with the text in it is wanted
    except ValueError:
        logging.getLogger("bot.trial").exception("It failed for %s", text)


def test_a_line_of_the_bot_says_for_which_update_and_chat_it_was_and_names_neither_chat_nor_person() -> None:
    tags, log = ChatTags(TOKEN), get_logger("bot.trial")
    console = start_logging("console")
    with log_context(chat=-1001234567890, update=7):
        log.warning("a chat was asked", user=123456789, seconds=1.26, error=ValueError("no room\nin -1001234567890"))
    line = console.getvalue().partition(" ")[2]
    chat, user = tags.tag_of(-1001234567890), tags.tag_of(123456789)
    assert line == (
        f"WARNING bot.trial: a chat was asked update=7 chat={chat} user={user} seconds=1.3"
        f' error="no room\\nin {chat}"\n'
    )
    lines = start_logging("json")
    with log_context(chat=-1001234567890):
        log.info("a chat was asked", chat=5, scope="-1001234567890:7#2")
    told = json.loads(lines.getvalue())
    del told["time"]
    assert told == {
        "level": "INFO",
        "logger": "bot.trial",
        "message": "a chat was asked",
        "chat": tags.tag_of(5),
        "scope": f"{chat}:7#2",
    }


def test_lines_of_libraries_bear_the_context_too_and_work_inside_of_other_work_its_own() -> None:
    stream, tags = start_logging("console"), ChatTags(TOKEN)
    with log_context(chat=-5, update=7):
        with log_context(chat=8):
            logging.getLogger("redis").warning("inner %s", "hf:{07}:-1001234567890:7#2:game, hf:{01}:name:kiraz")
        get_logger("bot.trial").info("outer")
    get_logger("bot.trial").info("none")
    inner, outer, none = stream.getvalue().splitlines()
    assert inner.endswith(
        f"redis: inner hf:{{07}}:{tags.tag_of(-1001234567890)}:7#2:game, hf:{{01}}:name:<name> chat={tags.tag_of(8)}"
    )
    assert outer.endswith(f"bot.trial: outer update=7 chat={tags.tag_of(-5)}")
    assert none.endswith("bot.trial: none")


def test_an_error_of_the_bot_has_a_traceback_without_the_values_of_variables() -> None:
    stream = start_logging("json")
    rack = "K-A-L-E-M"
    try:
        {"A": 1}[rack]
    except KeyError as error:
        get_logger("bot.trial").exception("it failed")
        get_logger("bot.trial").error("it failed", exc_info=error)
    for line in stream.getvalue().splitlines():
        assert "test_setup.py" in json.loads(line)["exception"]
        assert "KeyError" in json.loads(line)["exception"]
    assert stream.getvalue().count("\n") == 2
    assert rack not in stream.getvalue()


@pytest.mark.parametrize("form", ["console", "json"])
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


@pytest.mark.parametrize("form", ["console", "json"])
def test_a_traceback_says_where_and_of_which_kind_and_quotes_nothing(form: str) -> None:
    stream, rack = start_logging(form), "K-A-L-E-M"
    try:
        try:
            {"A": 1}[rack]
        except KeyError as error:
            raise ExceptionGroup(rack, [RuntimeError(rack), OSError("no space left")]) from error
    except ExceptionGroup:
        logging.getLogger("bot.trial").exception("It failed")
    for told in ("KeyError", "ExceptionGroup", "RuntimeError", "OSError: no space left", "test_setup.py"):
        assert told in stream.getvalue()
    assert rack not in stream.getvalue()


async def test_a_task_whose_error_nobody_looks_at_tells_neither_its_name_nor_what_the_error_says() -> None:
    stream, rack, person = start_logging("console"), "K-A-L-E-M", 987654321

    async def fail() -> None:
        raise KeyError(rack)

    def answer(_: str) -> None:
        raise ValueError

    loop = asyncio.get_running_loop()
    failing = loop.create_task(fail(), name=f"lane ({person}, 'play')")
    await asyncio.wait((failing,))
    del failing
    gc.collect()
    loop.call_soon(answer, rack)
    await asyncio.sleep(0)
    told = stream.getvalue()
    assert re.search(r" ERROR asyncio: Task exception was never retrieved: \S+\.fail\(\)\n", told)
    assert " ERROR asyncio: Exception in callback\n" in told
    assert told.count("test_setup.py") == 2
    assert [secret for secret in (rack, str(person)) if secret in told] == []


@pytest.mark.parametrize("level", ["DEBUG", "INFO"])
def test_libraries_do_not_write_a_line_a_call_nor_the_parameters_of_calls(level: str) -> None:
    stream = start_logging("console", level)
    logging.getLogger("httpx").info("HTTP Request: POST")
    logging.getLogger("aiohttp.access").info("GET /health")
    logging.getLogger("telegram.Bot").debug("Calling Bot API endpoint with a rack")
    logging.getLogger("telegram.ext.Application").info("Application started")
    assert stream.getvalue().splitlines()[0].endswith("Application started")
    assert len(stream.getvalue().splitlines()) == 1


def test_what_strangers_send_that_is_no_http_fills_no_log() -> None:
    stream = start_logging("console")
    http = logging.getLogger("aiohttp.server")
    for error in (BadHttpMessage("X-Secret: hush"), ValueError("ours")):
        try:
            raise error
        except (BadHttpMessage, ValueError):
            http.exception("Error handling request")
    assert stream.getvalue().count("Error handling request") == 1
    assert "hush" not in stream.getvalue()
    assert "ValueError" in stream.getvalue()
