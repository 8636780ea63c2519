"""What requests cost a server: of the same the least, and long ones more than short ones."""

import hashlib
from importlib.resources import files

from bot.bench.server_cpu import MeteredClient, RequestCosts


def test_of_the_same_request_the_least_counts_and_of_others_the_most() -> None:
    costs = RequestCosts({})
    for first, second in ((3.0, 9.0), (5.0, 7.0)):
        costs.begin_round()
        costs.note([("GET", "a")], first)
        costs.note([("GET", "b")], second)
        costs.note([("GET", "a"), ("SET", "a", "1"), ("GET", "b")], 1.0)
    assert costs.longest_ms() == {"GET": 7.0, "GET + SET": 1.0}


def test_a_script_is_called_by_the_name_of_its_file_once_it_was_sent() -> None:
    costs = RequestCosts({})
    text = files("bot.store.scripts").joinpath("migrate_records.lua").read_text("utf-8")
    digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
    for command in (("EVALSHA", digest, 0), ("EVAL", text, 0), ("EVALSHA", digest, 0)):
        costs.note([command], 2.0)
    assert list(costs.longest_ms()) == ["EVALSHA", "migrate_records.lua"]


async def test_what_keeps_the_server_busy_is_told_as_long(redis_url: str) -> None:
    costs = RequestCosts({})
    async with MeteredClient(redis_url, costs) as client:
        await client.get("a")
        async with client.pipeline(transaction=True) as transaction:
            transaction.eval("for i = 1, 3000000 do local sum = i * i end", 0)
            await transaction.execute()
        await client.ping()
    told = costs.longest_ms()
    assert next(iter(told)) == "MULTI"
    assert told["MULTI"] > 2
    assert told["GET"] < 2
