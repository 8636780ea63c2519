"""Finished games, packed: small, and unpacked to the same game."""

import zlib

import msgspec
import pytest

from engine import packed_game
from engine.errors import DataError
from engine.packed_game import pack_game, unpack_game
from engine.proof import Proof, encode_proof
from engine.rulesets import shipped_rulesets
from tests.support.simulated_proofs import simulated_proof

MOST_BYTES = 6 * 1024


def largest_game(ruleset: str) -> Proof:
    """A simulated game of as many players as may sit there."""
    return simulated_proof(ruleset, shipped_rulesets()[ruleset].players.most)


def packed(proof: Proof) -> bytes:
    return pack_game(proof.ruleset, proof.secret, proof.log, proof.program)


@pytest.mark.repeats(5)
@pytest.mark.parametrize("ruleset", sorted(shipped_rulesets()))
def test_every_game_is_small_and_has_the_same_proof_to_the_last_byte(ruleset: str) -> None:
    proof = largest_game(ruleset)
    data = packed(proof)
    assert len(data) <= MOST_BYTES
    unpacked = unpack_game(data)
    assert encode_proof(unpacked.proof()) == encode_proof(proof)
    assert list(unpacked.log) == list(proof.log)
    assert len(unpacked.tables) == len(proof.log)


def altered(data: bytes, change: str, to: str) -> bytes:
    """A packed game in which a text is another one."""
    text = zlib.decompress(data).decode()
    assert change in text
    return zlib.compress(text.replace(change, to, 1).encode())


def test_a_game_that_would_go_another_way_is_refused() -> None:
    proof = simulated_proof("kelimelik")
    data, scores = packed(proof), list(proof.log[-1].scores)
    text = msgspec.json.encode(scores).decode()
    with pytest.raises(DataError, match="goes another way now: entry"):
        unpack_game(altered(data, text, msgspec.json.encode([scores[0] + 1, *scores[1:]]).decode()))


def test_another_secret_gives_another_game() -> None:
    proof = simulated_proof("kelimelik")
    with pytest.raises(DataError, match="goes another way now"):
        unpack_game(pack_game(proof.ruleset, "00" * 32, proof.log, proof.program))


def test_a_later_version_is_not_read() -> None:
    data = altered(packed(simulated_proof("kelimelik")), '"version":1', '"version":2')
    with pytest.raises(DataError, match="version 2"):
        unpack_game(data)


@pytest.mark.parametrize("data", [b"", b"nothing", zlib.compress(b"{}"), zlib.compress(b'{"version":1'), b"\x78\x9c"])
def test_damaged_data_are_refused(data: bytes) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        unpack_game(data)


def test_a_cut_game_is_refused() -> None:
    data = packed(simulated_proof("kelimelik"))
    for length in range(0, len(data), 97):
        with pytest.raises(DataError, match="cannot be read"):
            unpack_game(data[:length])


def test_what_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_game, "_MOST_BYTES", 1000)
    with pytest.raises(DataError, match="cannot be read"):
        unpack_game(packed(simulated_proof("kelimelik")))
