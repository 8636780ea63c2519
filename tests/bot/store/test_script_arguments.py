"""Named arguments of scripts arrive in Lua as they were sent."""

from redis.asyncio import Redis

from bot.store.scripts.packing import NamedArguments, pack_arguments

_ECHO = "redis.call('SET', KEYS[1], {}) return redis.call('GET', KEYS[1])"


async def echo(redis: Redis, expression: str, arguments: NamedArguments) -> bytes:
    """What a script stores of its packed arguments, ``given``."""
    script = "local given = cmsgpack.unpack(ARGV[1]) " + _ECHO.format(expression)
    stored: bytes = await redis.eval(script, 1, "hf:{00}:echo", pack_arguments(arguments))
    return stored


async def test_bytes_arrive_whole(redis: Redis) -> None:
    for raw in (b"", bytes(range(256)), bytes(range(256)) * 300):
        assert await echo(redis, "given.raw", {"raw": raw}) == raw
        assert await echo(redis, "given.parts[2]", {"parts": (b"first", raw)}) == raw


async def test_large_numbers_keep_their_last_digits(redis: Redis) -> None:
    for number in (2**63 - 1, -(2**63), -1_001_234_567_890):
        assert await echo(redis, "given.number", {"number": number}) == str(number).encode()


async def test_what_is_none_is_nil_and_a_truth_is_one(redis: Redis) -> None:
    shown = "tostring(given.missing) .. ' ' .. tostring(given.yes) .. ' ' .. tostring(given.no) .. ' ' .. #given.empty"
    arguments: NamedArguments = {"missing": None, "yes": True, "no": False, "empty": ()}
    assert await echo(redis, shown, arguments) == b"nil true false 0"


async def test_text_and_nested_lists_arrive(redis: Redis) -> None:
    lists: list[list[str | bytes | int]] = [["şeftali"], ["a", 1, b"\xff"]]
    arguments: NamedArguments = {"lists": lists}
    assert await echo(redis, "given.lists[1][1]", arguments) == "şeftali".encode()
    assert await echo(redis, "given.lists[2][3]", arguments) == b"\xff"
