"""Settings: defaults that work, one sentence for what is broken, and no secret in any text."""

import stat
import traceback
from pathlib import Path

import pytest

from bot import config
from bot.config import Config, ConfigError
from tests.support.command_line import TOKEN, WEBHOOK, config_error


def test_several_broken_settings_are_told_in_one_start_and_nothing_is_made(tmp_path: Path) -> None:
    settings = {
        "BOT_TOKEN": "token",
        "OWNER_IDS": "kiraz",
        "LOG_LEVEL": "loud",
        "HTTP_LISTEN": "here",
        "METRICS_LISTEN": "there",
        "REDIS_WAIT": "many",
        "DEFAULT_LANGUAGE": "klingon",
        "RATE_LIMITS": "slow",
        "TDK_API_URL": "sozluk",
        "WEBHOOK_SECRET": "ı",
        "REDIS_URL": "nowhere",
        "BOT_API_URL": "ftp://x",
        "WEBHOOK_URL": "hook",
        "LOG_FORMAT": "poem",
    }
    with pytest.raises(ConfigError) as caught:
        config.load_config(settings, tmp_path)
    lines = str(caught.value).split("\n")
    assert sorted(line.partition(" ")[0] for line in lines) == sorted(settings)
    assert all(line.endswith((".", "?")) for line in lines)
    assert list(tmp_path.iterdir()) == []


def test_lines_that_are_no_settings_are_told_beside_other_faults(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_LEVLE=INFO\nwords\nOWNER_IDS=kiraz\nDEFAULT_LANGUAGE=en\nDEFAULT_LANGUAGE=tr\n")
    with pytest.raises(ConfigError) as caught:
        config.load_config({"LOG_FORMAT": "poem"}, tmp_path)
    lines = str(caught.value).removesuffix(".").replace(f"{tmp_path}/.env, line ", "").split("\n")
    assert [line.partition(" ")[0] for line in lines] == ["1,", "2,", "5,", "OWNER_IDS", "LOG_FORMAT"]


def test_a_data_folder_that_is_none_is_told_beside_other_faults(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(ConfigError) as caught:
        config.load_config({"DATA_DIR": "data", "LOG_LEVEL": "loud"}, tmp_path)
    assert [line.partition(" ")[0] for line in str(caught.value).split("\n")] == ["LOG_LEVEL", "DATA_DIR"]


def test_nothing_set_is_the_playground_with_a_redis_of_its_own(tmp_path: Path) -> None:
    assert config.load_config({}, tmp_path) == Config(
        bot_token="",
        bot_api_url="https://api.telegram.org",
        redis_url="",
        redis_wait=0,
        data_dir=tmp_path / "data-playground",
        webhook_url="",
        webhook_secret="",
        web_url="",
        web_app="",
        http_host="127.0.0.1",
        http_port=8080,
        metrics_listen=None,
        owner_ids=frozenset(),
        default_language="tr",
        tdk_api_url="",
        history_days=400,
        rate_limits=None,
        log_level="INFO",
        log_format="console",
    )
    assert config.load_config({}, tmp_path).uses_playground


def test_everything_set_is_taken_as_it_is(tmp_path: Path) -> None:
    settings = config.load_config(
        {
            "BOT_TOKEN": TOKEN,
            "BOT_API_URL": "http://127.0.0.1:8081/",
            "REDIS_URL": "rediss://bot:word@redis.example.org:6380/2",
            "REDIS_WAIT": "2",
            "DATA_DIR": "deep/er",
            **WEBHOOK,
            "HTTP_LISTEN": "[::]:8443",
            "METRICS_LISTEN": "127.0.0.1:9090",
            "OWNER_IDS": "12, 34 56,",
            "DEFAULT_LANGUAGE": "EN",
            "TDK_API_URL": "https://sozluk.example.org/gts",
            "HISTORY_DAYS": "30",
            "RATE_LIMITS": "1000, 1, 20",
            "LOG_LEVEL": "debug",
            "LOG_FORMAT": "json",
            "PATH": "/usr/bin",
        },
        tmp_path,
    )
    assert settings == Config(
        bot_token=TOKEN,
        bot_api_url="http://127.0.0.1:8081",
        redis_url="rediss://bot:word@redis.example.org:6380/2",
        redis_wait=2,
        data_dir=tmp_path / "deep" / "er",
        webhook_url="https://bot.example.org/hook",
        webhook_secret="s3cret-Word_of-16",  # noqa: S106 - an invented one
        web_url="",
        web_app="",
        http_host="::",
        http_port=8443,
        metrics_listen=("127.0.0.1", 9090),
        owner_ids=frozenset({12, 34, 56}),
        default_language="en",
        tdk_api_url="https://sozluk.example.org/gts",
        history_days=30,
        rate_limits=(1000, 1, 20),
        log_level="DEBUG",
        log_format="json",
    )
    assert not settings.uses_playground


@pytest.mark.parametrize("value", ["30", "30, 1", "0, 1, 20", "30, 1, 20, 4", "30 1 -20", "on"])
def test_limits_are_three_figures_or_none(tmp_path: Path, value: str) -> None:
    sentence = config_error(tmp_path, RATE_LIMITS=value)
    assert sentence.startswith("RATE_LIMITS ")
    assert "30, 1, 20" in sentence


def test_telegram_s_own_limits_are_kept_unless_others_are_set(tmp_path: Path) -> None:
    assert config.load_config({"BOT_TOKEN": TOKEN}, tmp_path).rate_limits == (30, 1, 20)
    assert config.load_config({"BOT_TOKEN": TOKEN, "RATE_LIMITS": "OFF"}, tmp_path).rate_limits is None
    assert config.load_config({"RATE_LIMITS": "9 2 40"}, tmp_path).rate_limits == (9, 2, 40)


def test_the_representation_holds_no_secret(tmp_path: Path) -> None:
    settings = config.load_config({"BOT_TOKEN": TOKEN, "REDIS_URL": "redis://:hunter2@localhost", **WEBHOOK}, tmp_path)
    for secret in (TOKEN, "hunter2", "s3cret-Word_of-16", "hook"):
        assert secret not in repr(settings)


def test_data_dir_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    made = config.load_config({"DATA_DIR": str(tmp_path / "of" / "mine")}, Path("/")).data_dir
    assert made == tmp_path / "of" / "mine"
    assert stat.S_IMODE(made.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("name", "value", "found", "remedy"),
    [
        ("BOT_TOKEN", "123456789", "9 characters", "@BotFather"),
        ("BOT_TOKEN", "1", "1 character of", "@BotFather"),
        ("BOT_TOKEN", "bot" + TOKEN, f"{len(TOKEN) + 3} characters", "@BotFather"),
        ("BOT_TOKEN", TOKEN + " x", f"{len(TOKEN) + 2} characters", "@BotFather"),
        ("BOT_API_URL", "api.telegram.org", "no scheme", "https://api.telegram.org"),
        ("BOT_API_URL", "ftp://api.telegram.org", "ftp://", "https:// or http://"),
        ("BOT_API_URL", "https://api.telegram.org/bot", "ends in /bot", "leave that out"),
        ("BOT_API_URL", "https://", "no host", "https://api.telegram.org"),
        ("BOT_API_URL", "https://a.example.org:99999", "port", "0 to 65535"),
        ("BOT_API_URL", "https://[::1", "host", "[::1]"),
        ("BOT_API_URL", "https://a.example.org/?x=1", "?", "without"),
        ("REDIS_URL", "localhost:6379", "no scheme", "redis://host:6379/0"),
        ("REDIS_URL", "http://localhost", "http://", "redis://host:6379/0"),
        ("REDIS_URL", "redis:///0", "no host", "redis://host:6379/0"),
        ("REDIS_URL", "redis://localhost/main", "'/main'", "redis://host:6379/0"),
        ("REDIS_URL", "redis://localhost:port", "port", "0 to 65535"),
        ("REDIS_URL", "unix://", "no socket", "unix:///path"),
        ("REDIS_URL", "redis+cluster://a:1,b:2", "names a Redis Cluster", "by `harfiyen restore`"),
        ("REDIS_URL", "redis+sentinel://a:1,:2/words", "no host", "redis+sentinel://host:26379,host:26379/service"),
        ("REDIS_URL", "redis+sentinel://a:1,b:port/words", "port", "0 to 65535"),
        ("REDIS_URL", "redis+sentinel://a:1", "no service", "redis+sentinel://host:26379,host:26379/service"),
        ("REDIS_URL", "redis+sentinel://a:1/words/main", "'/main'", "redis+sentinel://"),
        ("REDIS_URL", "redis+sentinel://a/words?sentinel_port=1", "sentinel_password", "redis+sentinel://"),
        ("REDIS_WAIT", "many", "'many'", "0 to 9"),
        ("REDIS_WAIT", "1", "no replicas", "set REDIS_URL"),
        ("WEBHOOK_URL", "http://bot.example.org", "http://", "https://"),
        ("WEBHOOK_URL", "https://bot.example.org:8080", "8080", "80, 88, 443, 8443"),
        ("WEBHOOK_SECRET", "with space", "10 characters", "A-Z, a-z, 0-9, _ and -"),
        ("WEBHOOK_SECRET", "x" * 257, "257 characters", "16 to 256"),
        ("WEBHOOK_SECRET", "x" * 15, "15 characters, which can be guessed", "openssl rand -hex 16"),
        ("WEBHOOK_SECRET", "şifre", "5 characters", "A-Z, a-z, 0-9, _ and -"),
        ("HTTP_LISTEN", "8080", "'8080'", "127.0.0.1:8080"),
        ("HTTP_LISTEN", ":8080", "':8080'", "0.0.0.0:8080"),
        ("HTTP_LISTEN", "127.0.0.1:http", "'127.0.0.1:http'", "127.0.0.1:8080"),
        ("HTTP_LISTEN", "127.0.0.1:65536", "'127.0.0.1:65536'", "127.0.0.1:8080"),
        ("HTTP_LISTEN", "::1:8080", "'::1:8080'", "[::1]:8080"),
        ("HTTP_LISTEN", "http://127.0.0.1:8080", "'http://127.0.0.1:8080'", "127.0.0.1:8080"),
        ("HTTP_LISTEN", "0.0.0.0:8080", "0.0.0.0:8080", "set BOT_TOKEN, or listen on 127.0.0.1"),
        ("METRICS_LISTEN", "9090", "'9090'", "127.0.0.1:9090"),
        ("METRICS_LISTEN", "off", "'off'", "leave it empty"),
        ("METRICS_LISTEN", "127.0.0.1:8080", "where HTTP_LISTEN is already", "METRICS_LISTEN=127.0.0.1:9090"),
        ("OWNER_IDS", "12, @ada", "'@ada'", "123456789, 987654321"),
        ("OWNER_IDS", "-12", "'-12'", "123456789, 987654321"),
        ("OWNER_IDS", "१२", "'१२'", "123456789, 987654321"),
        ("DEFAULT_LANGUAGE", "de", "'de'", "tr, en"),
        ("LOG_LEVEL", "loud", "'LOUD'", "DEBUG, INFO, WARNING, ERROR"),
        ("LOG_FORMAT", "xml", "'xml'", "console, json"),
        ("DATA_DIR", "/proc/none", "'/proc/none'", "this user may write in"),
        ("DATA_DIR", "/dev/null", "'/dev/null'", "this user may write in"),
    ],
)
def test_a_broken_value_has_its_remedy(tmp_path: Path, name: str, value: str, found: str, remedy: str) -> None:
    sentence = config_error(tmp_path, **{name: value})
    assert sentence.startswith(f"{name} ")
    assert found in sentence
    assert remedy in sentence


@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("BOT_TOKEN", TOKEN + "!", TOKEN),
        ("WEBHOOK_SECRET", "hunter 2", "hunter"),
        ("REDIS_URL", "http://:hunter2@localhost", "hunter2"),
        ("REDIS_URL", "redis://:hunter2@localhost:port", "hunter2"),
        ("REDIS_URL", "redis+cluster://:hunter2@localhost:port,a", "hunter2"),
        ("REDIS_URL", "redis+sentinel://:hunter2@localhost?sentinel_password=hunter2", "hunter2"),
        ("REDIS_WAIT", TOKEN, TOKEN),
        ("BOT_API_URL", f"api.telegram.org/bot{TOKEN}", TOKEN),
        ("HTTP_LISTEN", TOKEN, TOKEN),
        ("METRICS_LISTEN", TOKEN, TOKEN),
        ("OWNER_IDS", TOKEN, TOKEN),
        ("LOG_LEVEL", TOKEN, TOKEN),
    ],
)
def test_a_secret_is_not_shown_even_in_the_wrong_place(tmp_path: Path, name: str, value: str, secret: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config.load_config({name: value}, tmp_path)
    assert secret.lower() not in "".join(traceback.format_exception(caught.value)).lower()


@pytest.mark.parametrize(
    ("settings", "wait"),
    [
        ({"REDIS_URL": "redis+sentinel://a:1/words"}, 0),
        ({"REDIS_URL": "redis://a", "REDIS_WAIT": "1"}, 1),
        ({"REDIS_WAIT": "0"}, 0),
    ],
)
def test_replicas_are_waited_for_where_it_is_asked(tmp_path: Path, settings: dict[str, str], wait: int) -> None:
    assert config.load_config(settings, tmp_path).redis_wait == wait


def load_env_file(folder: Path, text: str, **environ: str) -> Config:
    (folder / ".env").write_text(text, "utf-8")
    return config.load_config(environ, folder)


def test_a_dotenv_file_has_remarks_quotes_and_exports(tmp_path: Path) -> None:
    settings = load_env_file(
        tmp_path,
        "\ufeff# remark\r\n"
        "\n"
        f"export BOT_TOKEN = '{TOKEN}'  # remark\n"
        '  LOG_LEVEL="debug"\n'
        "DATA_DIR=my#data # remark\n"
        "DEFAULT_LANGUAGE= # remark\n"
        "LOG_FORMAT=\n",
    )
    assert settings.bot_token == TOKEN
    assert settings.log_level == "DEBUG"
    assert settings.data_dir == tmp_path / "my#data"
    assert (settings.default_language, settings.log_format) == ("tr", "console")


def test_the_environment_wins_over_the_file_even_when_empty(tmp_path: Path) -> None:
    settings = load_env_file(tmp_path, f"BOT_TOKEN={TOKEN}\nLOG_LEVEL=ERROR\n", BOT_TOKEN="", LOG_LEVEL="WARNING")
    assert settings.uses_playground
    assert settings.log_level == "WARNING"


@pytest.mark.parametrize(
    ("line", "found", "remedy"),
    [
        ("BOT_TOKN=x", "BOT_TOKN", "did you mean BOT_TOKEN?"),
        ("HARFIYEN_REDIS_URL=redis://localhost", "HARFIYEN_REDIS_URL", "did you mean REDIS_URL?"),
        ("bot_token=x", "bot_token", "did you mean BOT_TOKEN?"),
        ("UNRELATED=1", "UNRELATED", "the settings are BOT_TOKEN, "),
        (TOKEN, "not a setting", "NAME=value"),
        ("LOG_LEVEL: INFO", "not a setting", "NAME=value"),
        ('LOG_LEVEL="INFO', "unpaired quotation marks in LOG_LEVEL", "close or remove them"),
        ("LOG_FORMAT=json", "LOG_FORMAT a second time", "keep one"),
    ],
)
def test_a_line_that_is_no_setting_is_named_by_its_number(tmp_path: Path, line: str, found: str, remedy: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_env_file(tmp_path, f"# remark\nLOG_FORMAT=text\n{line}\n")
    sentence = str(caught.value)
    assert sentence.startswith(f"{tmp_path}/.env, line 3, ")
    assert found in sentence
    assert remedy in sentence
    assert TOKEN not in sentence


def test_a_dotenv_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    assert ".env cannot be read (Is a directory)" in config_error(tmp_path)


def test_a_dotenv_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("# ş".encode("cp1254"))
    assert ".env is not UTF-8 text" in config_error(tmp_path)


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
