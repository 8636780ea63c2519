"""Addresses in the settings: of the webhook, of the Bot API server, of Redis, of the playground."""

from pathlib import Path

import pytest

from bot import config
from tests.support.command_line import TOKEN, WEBHOOK, config_error


@pytest.mark.parametrize(
    "value", ["sozluk", "ftp://x/gts", "https://", "https://x/gts?ara=", "https://x /gts", "https://x:70000/gts"]
)
def test_a_dictionary_service_has_a_web_address(tmp_path: Path, value: str) -> None:
    sentence = config_error(tmp_path, TDK_API_URL=value)
    assert sentence.startswith("TDK_API_URL ")
    assert "gts" in sentence or "port" in sentence


def test_a_webhook_needs_a_secret(tmp_path: Path) -> None:
    sentence = config_error(tmp_path, BOT_TOKEN=TOKEN, WEBHOOK_URL=WEBHOOK["WEBHOOK_URL"])
    assert sentence.startswith("WEBHOOK_SECRET is empty")


def test_a_bot_api_server_of_ones_own_may_post_over_http_to_any_port(tmp_path: Path) -> None:
    own = {"BOT_API_URL": "http://127.0.0.1:8081", "BOT_TOKEN": "7000000001:short"}
    webhook = WEBHOOK | {"WEBHOOK_URL": "http://127.0.0.1:9999/hook"}
    assert config.load_config(own | webhook, tmp_path).webhook_url == "http://127.0.0.1:9999/hook"


@pytest.mark.parametrize(
    "api",
    [
        "https://api.telegram.org/",
        "https://API.Telegram.org",
        "https://api.telegram.org:443",
        "https://api.telegram.org.//",
        "HTTPS://api.telegram.org",
    ],
)
def test_telegrams_own_server_is_known_however_it_is_spelled(tmp_path: Path, api: str) -> None:
    posted = WEBHOOK | {"WEBHOOK_URL": "http://bot.example.org/hook"}
    sentence = config_error(tmp_path, BOT_TOKEN=TOKEN, BOT_API_URL=api, **posted)
    assert sentence.startswith("WEBHOOK_URL is an address with http:// at its beginning")
    short = {"BOT_TOKEN": "7000000001:short"}
    assert "BOT_TOKEN is not a bot token" in config_error(tmp_path, BOT_API_URL=api, **short)


@pytest.mark.parametrize("api", ["https://api.telegram.org.example.org", "http://localhost/api.telegram.org"])
def test_what_is_like_telegrams_name_is_another_server(tmp_path: Path, api: str) -> None:
    posted = WEBHOOK | {"WEBHOOK_URL": "http://bot.example.org/hook"}
    assert (
        config.load_config({"BOT_TOKEN": TOKEN, "BOT_API_URL": api} | posted, tmp_path).webhook_url
        == posted["WEBHOOK_URL"]
    )


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "redis://localhost:6379/0",
        "redis://[::1]:6379",
        "unix:///run/redis.sock",
        "redis+sentinel://:word@a,b:26380/my-words/2",
        "unix:///run/bot@home.sock",
        "redis://:se%2Fcret@localhost:6379/1?ssl_ca_certs=/etc/me@home.pem",
        "redis+sentinel://bot:secret@one:26379,two:26379/harfiyen?sentinel_password=a@b",
    ],
)
def test_addresses_of_redis_are_kept(tmp_path: Path, url: str) -> None:
    assert config.load_config({"REDIS_URL": url}, tmp_path).redis_url == url


@pytest.mark.parametrize("cut", ["pa/ss", "pa?ss", "pa#ss", "12/ss", "12#ss"])
@pytest.mark.parametrize("scheme", ["redis", "rediss", "redis+sentinel"])
def test_a_password_that_is_cut_by_a_sign_of_its_own_is_what_is_refused(tmp_path: Path, scheme: str, cut: str) -> None:
    sentence = config_error(tmp_path, REDIS_URL=f"{scheme}://:{cut}@localhost:6379/1")
    assert sentence.startswith("REDIS_URL has a sign that ends a password too soon (in it, write / as %2F")


@pytest.mark.parametrize(
    ("value", "host", "port"),
    [("localhost:0", "localhost", 0), ("127.0.0.2:80", "127.0.0.2", 80), ("[::1]:1", "::1", 1)],
)
def test_the_playground_may_listen_on_any_loopback_address(tmp_path: Path, value: str, host: str, port: int) -> None:
    settings = config.load_config({"HTTP_LISTEN": value}, tmp_path)
    assert (settings.http_host, settings.http_port) == (host, port)
