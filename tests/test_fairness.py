"""Fair deals: the specification in docs/fair-deals.md, and all errors around it.

The tests read the vectors from the page itself, so that the page cannot drift from the program,
and compute them three times: by the program, by the naive second implementation below, and by
the JavaScript of the page.

Over 600 lines, because every error message is written out.
"""

import doctest
import hashlib
import json
import pickle
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from enum import IntEnum
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pegout import fairness
from pegout.cards import CARDS, UNKNOWN, Card, format_cards
from pegout.fairness import (
    CONTRIBUTION_LIMIT,
    LABEL_LIMIT,
    SEAT_LIMIT,
    FairnessError,
    Fault,
    Verification,
    check_contribution,
    commit,
    deal_label,
    derive,
    fresh_secrets,
    seeded_secrets,
    verify,
)
from tests.cases import each, raises_code

PAGE = Path(__file__).parents[1] / "docs" / "fair-deals.md"
SECRET = bytes(range(32))
LABEL = "K7QX/1/1"


def blocks(language: str) -> list[str]:
    """Return the fenced blocks of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)


def pack_vectors() -> list[dict[str, Any]]:
    vectors: list[dict[str, Any]] = json.loads(blocks("json")[0])
    return vectors


# The oracle: the page, followed word by word, with HMAC from its definition and cards as names.


def naive_hmac(key: bytes, message: bytes) -> bytes:
    assert len(key) <= 64
    padded = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def naive_field(text: str) -> str:
    data = text.encode("utf-8").hex()
    return f"{len(data) // 2:08x}{data}"


def naive_commit(secret_hex: str, label: str) -> str:
    message = naive_field("pegout/commit/1") + naive_field(label)
    return naive_hmac(bytes.fromhex(secret_hex), bytes.fromhex(message)).hex()


def naive_key(secret_hex: str, label: str, contributions: list[str]) -> bytes:
    message = naive_field("pegout/pack/1") + naive_field(label) + f"{len(contributions):08x}"
    message += "".join(map(naive_field, contributions))
    return naive_hmac(bytes.fromhex(secret_hex), bytes.fromhex(message))


def naive_draws(key: bytes) -> tuple[list[int], int]:
    """Return the numbers drawn, and how many bytes of the stream they took."""
    stream = b"".join(naive_hmac(key, bytes.fromhex(f"{block:08x}")) for block in range(20))
    draws: list[int] = []
    place = 0
    while len(draws) < 51:
        choices = 52 - len(draws)
        fair = next(n for n in range(256, 0, -1) if n % choices == 0)
        if stream[place] < fair:
            draws.append(stream[place] % choices)
        place += 1
    return draws, place


def naive_pack(secret_hex: str, label: str, contributions: list[str]) -> str:
    left = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    pack: list[str] = []
    # Removing a card and filling its gap with the last one has the effect of the exchange.
    for draw in naive_draws(naive_key(secret_hex, label, contributions))[0]:
        pack.append(left[draw])
        left[draw] = left[-1]
        left.pop()
    return " ".join(left + pack[::-1])


class TestThePage:
    """The page is true: its examples run, its vectors hold, its JavaScript agrees."""

    def test_examples(self) -> None:
        result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
        assert result.attempted >= 8
        assert result.failed == 0

    def test_vectors(self) -> None:
        for vector in pack_vectors():
            arguments = vector["secret"], vector["label"], vector["contributions"]
            pack = derive(*arguments)
            assert commit(vector["secret"], vector["label"]) == vector["commitment"]
            assert [str(card) for card in pack] == vector["pack"]
            assert verify(vector["commitment"], *arguments, pack).ok

    def test_vectors_by_the_naive_implementation(self) -> None:
        for vector in pack_vectors():
            arguments = vector["secret"], vector["label"], vector["contributions"]
            assert naive_commit(vector["secret"], vector["label"]) == vector["commitment"]
            assert naive_key(*arguments).hex() == vector["key"]
            assert naive_pack(*arguments).split() == vector["pack"]

    @pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
    def test_vectors_by_the_javascript_of_the_page(self) -> None:
        (script,) = blocks("js")
        vectors = pack_vectors()
        swapped = [[*v["pack"][1::-1], *v["pack"][2:]] for v in vectors]
        program = f"""{script}
        for (const [i, v] of {json.dumps(vectors)}.entries()) {{
          const given = [v.secret, v.label, v.contributions];
          const swapped = {json.dumps(swapped)}[i];
          console.log(JSON.stringify([
            await commit(v.secret, v.label), await derive(...given),
            await verify(v.commitment, ...given, ["??", ...v.pack.slice(1)]),
            await verify(v.key, ...given, swapped),
          ]));
        }}"""
        run = subprocess.run(
            ["node", "--input-type=module"],
            input=program,
            capture_output=True,
            check=True,
            encoding="utf-8",
            timeout=60,
        )
        assert [json.loads(line) for line in run.stdout.splitlines()] == [
            [v["commitment"], v["pack"], [], ["commitment", "pack"]] for v in vectors
        ]

    def test_seed_vectors(self) -> None:
        for vector in json.loads(blocks("json")[1]):
            secret = seeded_secrets(vector["seed"])(vector["label"])
            assert secret.hex() == vector["secret"]
            key = hashlib.sha256(str(vector["seed"]).encode("utf-8")).digest()
            message = naive_field("pegout/seed/1") + naive_field(vector["label"])
            assert naive_hmac(key, bytes.fromhex(message)) == secret

    def test_the_vectors_take_every_branch_of_refusing(self) -> None:
        taken = [
            naive_draws(naive_key(v["secret"], v["label"], v["contributions"]))[1]
            for v in pack_vectors()
        ]
        assert taken[-2] == 51
        assert taken[-1] > 64
        assert all(51 < count <= 64 for count in taken[2:-2])

    def test_the_figures_about_refusing(self) -> None:
        # chances[n]: the probability that the places so far have used n bytes.
        chances = [1.0] + [0.0] * 120
        for choices in range(52, 1, -1):
            fair = (256 - 256 % choices) / 256
            after = [0.0] * len(chances)
            for taken in range(1, len(chances)):
                after[taken] = chances[taken - 1] * fair + after[taken - 1] * (1 - fair)
            chances = after
        mean = sum(taken * chance for taken, chance in enumerate(chances))
        assert mean == pytest.approx(53.6, abs=0.05)
        assert 1 / sum(chances[65:]) == pytest.approx(160_000, rel=0.05)

    def test_the_limits_are_those_of_the_page(self) -> None:
        page = " ".join(PAGE.read_text("utf-8").split())
        assert f"At most {SEAT_LIMIT} texts, each of at most {CONTRIBUTION_LIMIT} char" in page
        assert f"one text of 1 to {LABEL_LIMIT} characters" in page
        assert f"The seed is a text of 1 to {LABEL_LIMIT} characters" in page


# The program accepts every label and text of these strategies.
texts = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=CONTRIBUTION_LIMIT
)
labels = texts.filter(bool)
secrets = st.binary(min_size=32, max_size=32)
contribution_lists = st.lists(texts, max_size=SEAT_LIMIT)


class TestThePack:
    """The pack follows from secret, label and contributions, and from every part of them."""

    @given(secrets, labels, contribution_lists)
    def test_it_is_a_whole_pack(self, secret: bytes, label: str, contributions: list[str]) -> None:
        pack = derive(secret, label, contributions)
        assert sorted(pack) == list(CARDS)
        assert all(type(card) is Card for card in pack)

    @given(secrets, labels, contribution_lists)
    def test_it_is_the_one_of_the_naive_implementation(
        self, secret: bytes, label: str, contributions: list[str]
    ) -> None:
        pack = derive(secret, label, contributions)
        assert format_cards(pack) == naive_pack(secret.hex(), label, contributions)
        assert commit(secret, label) == naive_commit(secret.hex(), label)

    @given(secrets, secrets, labels, labels, contribution_lists)
    def test_another_secret_or_label_gives_another_pack_and_commitment(
        self, secret: bytes, other: bytes, label: str, name: str, contributions: list[str]
    ) -> None:
        assume(secret != other and label != name)
        for changed in ((other, label), (secret, name)):
            assert derive(*changed, contributions) != derive(secret, label, contributions)
            assert commit(*changed) != commit(secret, label)

    @given(secrets, labels, contribution_lists.filter(bool), st.data())
    def test_another_contribution_of_any_seat_gives_another_pack(
        self, secret: bytes, label: str, contributions: list[str], data: st.DataObject
    ) -> None:
        seat = data.draw(st.integers(0, len(contributions) - 1))
        text = data.draw(texts.filter(lambda text: text != contributions[seat]))
        changed = [*contributions[:seat], text, *contributions[seat + 1 :]]
        assert derive(secret, label, contributions) != derive(secret, label, changed)

    @given(secrets, labels, contribution_lists, contribution_lists)
    def test_other_contributions_give_another_pack(
        self, secret: bytes, label: str, contributions: list[str], other: list[str]
    ) -> None:
        assume(contributions != other)
        assert derive(secret, label, contributions) != derive(secret, label, other)

    @each(
        ("contributions", "other"),
        [
            (("ab", "c"), ("a", "bc")),
            (("a", "b"), ("b", "a")),
            (("a", ""), ("", "a")),
            ((), ("",)),
            (("",), ("", "")),
            (("é",), ("e\u0301",)),
            (("a",), ("a ",)),
        ],
    )
    def test_contributions_that_look_alike_give_different_packs(
        self, contributions: tuple[str, ...], other: tuple[str, ...]
    ) -> None:
        assert derive(SECRET, LABEL, contributions) != derive(SECRET, LABEL, other)

    @given(secrets, labels, contribution_lists)
    def test_bytes_and_hex_digits_are_the_same_secret(
        self, secret: bytes, label: str, contributions: list[str]
    ) -> None:
        for text in (secret.hex(), secret.hex().upper()):
            assert derive(text, label, tuple(contributions)) == derive(secret, label, contributions)
            assert commit(text, label) == commit(secret, label)

    def test_the_commitment_is_not_the_key_of_the_pack(self) -> None:
        assert commit(SECRET, LABEL) != naive_key(SECRET.hex(), LABEL, []).hex()


class TestEvenness:
    """No card is more likely at a place, and no number is more likely than another."""

    @each("size", range(2, 53))
    def test_every_number_comes_from_equally_many_bytes(self, size: int) -> None:
        # 0 is never refused, and so ends the draw after a byte that is.
        counts = [0] * size
        refused = 0
        for byte in range(256):
            stream = iter([byte, 0])
            number = fairness.number_below(size, stream)
            if next(stream, None) is None:
                refused += 1
            else:
                counts[number] += 1
        assert set(counts) == {256 // size}
        assert refused == 256 % size

    def test_every_card_is_everywhere_equally_often(self) -> None:
        source = seeded_secrets("evenness")
        deals = 5200
        table = [[0] * 52 for _ in CARDS]
        for deal in range(deals):
            label = deal_label("evenness", 1, deal)
            for place, card in enumerate(derive(source(label), label, ["", ""])):
                table[place][card] += 1
        # Rows and columns sum to the number of deals, so that the sum of the squares has
        # 51 * 51 degrees of freedom, each worth 52/51; 52 * 51 is its mean.
        expected = deals / 52
        statistic = sum((count - expected) ** 2 / expected for row in table for count in row)
        mean = 52 * 51
        deviation = (2 * 51 * 51) ** 0.5 * 52 / 51
        assert abs(statistic - mean) < 4 * deviation

    def test_one_letter_changes_nearly_every_place(self) -> None:
        packs = [derive(SECRET, LABEL, [f"text {number}"]) for number in range(2000)]
        pairs = list(pairwise(packs))
        same = sum(a == b for pack, other in pairs for a, b in zip(pack, other, strict=True))
        # Two shuffled packs agree in one place on average.
        assert same / len(pairs) == pytest.approx(1, abs=0.1)


class TestVerify:
    """A verification reports every fault, and names it."""

    contributions = ("lucky jack", "")
    pack = derive(SECRET, LABEL, contributions)
    commitment = commit(SECRET, LABEL)

    def check(self, **changed: Any) -> Verification:
        arguments: dict[str, Any] = {
            "commitment": self.commitment,
            "secret": SECRET,
            "label": LABEL,
            "contributions": self.contributions,
            "pack": self.pack,
        }
        return verify(**(arguments | changed))

    def test_an_honest_deal(self) -> None:
        found = self.check()
        assert found == Verification((), self.commitment, self.pack, 52)
        assert found
        assert found.ok

    def test_text_in_either_case_and_plain_numbers_do(self) -> None:
        assert self.check(
            commitment=self.commitment.upper(),
            secret=SECRET.hex().upper(),
            contributions=list(self.contributions),
            pack=[int(card) for card in self.pack],
        ).ok

    @pytest.mark.parametrize(
        "changed",
        [{"commitment": "00" * 32}, {"secret": bytes(32)}, {"label": "K7QX/1/2"}],
        ids=str,
    )
    def test_another_commitment(self, changed: dict[str, Any]) -> None:
        arguments = {"secret": SECRET, "label": LABEL, "contributions": self.contributions}
        pack = derive(**(arguments | {k: v for k, v in changed.items() if k in arguments}))
        found = self.check(**changed, pack=pack)
        assert [fault.code for fault in found.faults] == ["commitment_mismatch"]
        assert not found
        assert not found.ok
        published = changed.get("commitment", self.commitment)
        assert f"published was {published[:16]}…" in found.faults[0].message
        assert f"gives {found.commitment[:16]}…" in found.faults[0].message

    def test_two_cards_exchanged(self) -> None:
        pack = list(self.pack)
        pack[2], pack[51] = pack[51], pack[2]
        found = self.check(pack=pack)
        assert found.faults == (
            Fault(
                "pack_mismatch",
                "cards that are not where the secret and the contributions put them: 2 of the 52 "
                f"compared; the first is card 3 from the top, which was {pack[2]} and should be "
                f"{pack[51]}",
            ),
        )
        assert found.pack == self.pack

    def test_a_card_that_is_there_twice(self) -> None:
        found = self.check(pack=(self.pack[1], *self.pack[1:]))
        assert [fault.code for fault in found.faults] == ["pack_mismatch"]

    @pytest.mark.parametrize("contributions", [("", "lucky jack"), ("lucky jack",), ("x", "")])
    def test_a_contribution_left_out_or_changed(self, contributions: tuple[str, ...]) -> None:
        found = self.check(contributions=contributions)
        assert [fault.code for fault in found.faults] == ["pack_mismatch"]

    def test_one_fault_does_not_hide_another(self) -> None:
        found = self.check(secret=bytes(32))
        assert [fault.code for fault in found.faults] == ["commitment_mismatch", "pack_mismatch"]

    @given(st.sets(st.integers(0, 51), min_size=1))
    def test_cards_that_were_not_seen_are_not_compared(self, seen: set[int]) -> None:
        pack = [card if place in seen else UNKNOWN for place, card in enumerate(self.pack)]
        found = self.check(pack=pack)
        assert found.ok
        assert found.compared == len(seen)
        place = min(seen)
        pack[place] = self.pack[place - 1]
        assert [fault.code for fault in self.check(pack=pack).faults] == ["pack_mismatch"]

    def test_the_result_is_frozen(self) -> None:
        found = self.check(pack=self.pack[::-1])
        with pytest.raises(FrozenInstanceError):
            found.faults = ()  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            found.faults[0].code = ""  # type: ignore[misc]


class TestSources:
    """Secrets: fresh ones for games, seeded ones for tests and research."""

    def test_fresh_secrets_are_never_the_same(self) -> None:
        source = fresh_secrets()
        drawn = {source(LABEL) for _ in range(100)} | {fresh_secrets()(LABEL)}
        assert len(drawn) == 101
        assert {len(secret) for secret in drawn} == {32}

    @given(labels, labels, labels.filter(bool))
    def test_a_seeded_secret_is_of_seed_and_label(self, label: str, other: str, seed: str) -> None:
        source, resumed = seeded_secrets(seed), seeded_secrets(seed)
        secret = source(label)
        assert len(secret) == 32
        assert (secret == resumed(other)) == (label == other)
        assert secret == resumed(label)

    @given(labels, labels)
    def test_another_seed_gives_another_secret(self, seed: str, other: str) -> None:
        assume(seed != other)
        assert seeded_secrets(seed)(LABEL) != seeded_secrets(other)(LABEL)

    def test_seeds_longer_than_a_block_are_not_confused_with_their_hash(self) -> None:
        # HMAC hashes a long key in the same way, so the hash must not act as a second seed.
        long = "s" * 100
        assert seeded_secrets(long)(LABEL) != seeded_secrets(
            hashlib.sha256(long.encode()).hexdigest()
        )(LABEL)

    @given(st.integers(-(2**256) + 1, 2**256 - 1))
    def test_a_number_is_its_digits(self, seed: int) -> None:
        assert seeded_secrets(seed)(LABEL) == seeded_secrets(str(seed))(LABEL)

    @pytest.mark.parametrize("source", [fresh_secrets(), seeded_secrets(1)])
    def test_a_bad_label_is_refused(self, source: fairness.Secrets) -> None:
        with raises_code(FairnessError, "bad_label"):
            source("")


class Number(IntEnum):
    """An integer that some versions of Python format by name."""

    SEVEN = 7


class TestLabels:
    """Labels and deals correspond one to one."""

    @given(labels, st.integers(1, 999_999_999), st.integers(0, 999_999_999))
    def test_a_label_has_one_place(self, game_id: str, game: int, deal: int) -> None:
        label = deal_label(game_id, game, deal)
        front, game_text, deal_text = label.rsplit("/", 2)
        assert (front, int(game_text), int(deal_text)) == (game_id, game, deal)

    def test_the_longest_label_can_be_used(self) -> None:
        label = deal_label("🂡" * 128, 999_999_999, 999_999_999)
        assert len(label) <= LABEL_LIMIT
        assert commit(SECRET, label)

    def test_members_of_enumerations_are_numbers(self) -> None:
        assert deal_label("K7QX", Number.SEVEN, Number.SEVEN) == "K7QX/7/7"
        assert seeded_secrets(Number.SEVEN)(LABEL) == seeded_secrets(7)(LABEL)


def pack_with(card: Any) -> list[Any]:
    return [*CARDS[:51], card]


class TestErrors:
    """Each bad argument has a stable code, and a message with expected, got and a remedy."""

    # The calls are wrong on purpose, hence Any.
    any_: Any = staticmethod(lambda thing: thing)

    @each(
        ("call", "code", "message"),
        [
            (
                lambda: commit(bytes(31), LABEL),
                "bad_secret",
                "expected a secret of 32 bytes; got 31; take it from fresh_secrets() or as it "
                "was revealed",
            ),
            (
                lambda: commit(TestErrors.any_(bytearray(32)), LABEL),
                "bad_secret",
                "expected a secret of 32 bytes or 64 hex digits; got bytearray; give bytes or text",
            ),
            (
                lambda: derive("ab" * 31, LABEL, []),
                "bad_secret",
                "expected a secret of 64 hex digits; got 62 characters; copy it whole and "
                "without spaces",
            ),
            (
                lambda: derive("xy" * 32, LABEL, []),
                "bad_secret",
                "expected a secret of 64 hex digits; got 64 characters, not all of them hex "
                "digits; copy it whole and without spaces",
            ),
            (
                lambda: derive("00" * 32 + "\n", LABEL, []),
                "bad_secret",
                "expected a secret of 64 hex digits; got 65 characters; copy it whole and "
                "without spaces",
            ),
            (
                lambda: verify(TestErrors.any_(SECRET), SECRET, LABEL, [], CARDS),
                "bad_commitment",
                "expected a commitment of 64 hex digits; got bytes; give text",
            ),
            (
                lambda: verify("", SECRET, LABEL, [], CARDS),
                "bad_commitment",
                "expected a commitment of 64 hex digits; got 0 characters; copy it whole and "
                "without spaces",
            ),
            (
                lambda: commit(SECRET, ""),
                "bad_label",
                "expected a label of 1 to 200 characters; got 0; it cannot be empty",
            ),
            (
                lambda: commit(SECRET, "x" * 201),
                "bad_label",
                "expected a label of 1 to 200 characters; got 201; shorten it",
            ),
            (
                lambda: commit(SECRET, TestErrors.any_(1)),
                "bad_label",
                "expected a label as text; got int; turn it into a str",
            ),
            (
                lambda: deal_label("", 1, 1),
                "bad_label",
                "expected a game id of 1 to 128 characters; got 0; it cannot be empty",
            ),
            (
                lambda: deal_label("K7QX", 0, 1),
                "bad_label",
                "expected the number of a game, from 1 to 999999999; got 0; count games from 1",
            ),
            (
                lambda: deal_label("K7QX", 1, -1),
                "bad_label",
                "expected the number of a deal, from 0 to 999999999; got -1; count deals from 0",
            ),
            (
                lambda: deal_label("K7QX", 1, True),
                "bad_label",
                "expected the number of a deal, from 0 to 999999999; got True; count deals from 0",
            ),
            (
                lambda: deal_label("K7QX", 1, 10**5000),
                "bad_label",
                "expected the number of a deal, from 0 to 999999999; got a number of more than "
                "64 bits; count deals from 0",
            ),
            (
                lambda: deal_label("K7QX", TestErrors.any_("1"), 1),
                "bad_label",
                "expected the number of a game, from 1 to 999999999; got '1'; count games from 1",
            ),
            (
                lambda: derive(SECRET, LABEL, "ab"),
                "bad_contribution",
                'expected a list of contributions, one for each seat; got str; use "" for a seat '
                "that adds nothing",
            ),
            (
                lambda: derive(SECRET, LABEL, TestErrors.any_(None)),
                "bad_contribution",
                'expected a list of contributions, one for each seat; got NoneType; use "" for '
                "a seat that adds nothing",
            ),
            (
                lambda: derive(SECRET, LABEL, TestErrors.any_(["", None])),
                "bad_contribution",
                "expected a contribution from seat 1 as text; got NoneType; turn it into a str",
            ),
            (
                lambda: derive(SECRET, LABEL, [""] * 9),
                "bad_contribution",
                "expected at most 8 contributions; got 9; give one for each seat",
            ),
            (
                lambda: derive(SECRET, LABEL, ["x" * 65]),
                "bad_contribution",
                "expected a contribution from seat 0 of 0 to 64 characters; got 65; shorten it",
            ),
            (
                lambda: check_contribution("two\nlines"),
                "bad_contribution",
                "expected a contribution on one line and without control characters; got U+000A "
                "at character 4; leave it out",
            ),
            (
                lambda: check_contribution("a\u2028b"),
                "bad_contribution",
                "expected a contribution on one line and without control characters; got U+2028 "
                "at character 2; leave it out",
            ),
            (
                lambda: check_contribution("a\ud83cb"),
                "bad_contribution",
                "expected a contribution that can be written in UTF-8; got half a surrogate pair "
                "at character 2; leave it out",
            ),
            (
                lambda: verify("00" * 32, SECRET, LABEL, [], TestErrors.any_("AC 2C")),
                "bad_pack",
                "expected a list of 52 cards; got str; read a text with pegout.cards.parse_cards",
            ),
            (
                lambda: verify("00" * 32, SECRET, LABEL, [], TestErrors.any_(None)),
                "bad_pack",
                "expected a list of 52 cards; got NoneType; read a text with "
                "pegout.cards.parse_cards",
            ),
            (
                lambda: verify("00" * 32, SECRET, LABEL, [], CARDS[:51]),
                "bad_pack",
                "expected 52 cards; got 51; put ?? where a card was not seen",
            ),
            (
                lambda: verify("00" * 32, SECRET, LABEL, [], pack_with("KS")),
                "bad_pack",
                "expected cards as numbers from 0 to 51, or 52 for ??; got 'KS'; read a text "
                "with pegout.cards.parse_cards",
            ),
            (
                lambda: verify("00" * 32, SECRET, LABEL, [], pack_with(53)),
                "bad_pack",
                "expected cards as numbers from 0 to 51, or 52 for ??; got 53; read a text with "
                "pegout.cards.parse_cards",
            ),
            (
                lambda: verify("00" * 32, SECRET, LABEL, [], [UNKNOWN] * 52),
                "bad_pack",
                "expected at least one card that was seen; got 52 unknown ones; with nothing to "
                "compare, nothing would be verified",
            ),
            (
                lambda: seeded_secrets(""),
                "bad_seed",
                "expected a seed of 1 to 200 characters; got 0; it cannot be empty",
            ),
            (
                lambda: seeded_secrets(-(2**256)),
                "bad_seed",
                "expected a seed of at most 256 bits; got 257; use a smaller number or a text",
            ),
            (
                lambda: seeded_secrets(True),
                "bad_seed",
                "expected a seed as text; got bool; turn it into a str",
            ),
        ],
    )
    def test_code_and_message(self, call: Callable[[], object], code: str, message: str) -> None:
        with pytest.raises(FairnessError) as caught:
            call()
        assert (caught.value.code, str(caught.value)) == (code, message)
        assert isinstance(caught.value, ValueError)

    @given(st.text(st.characters(categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=1))
    def test_every_character_that_does_not_travel_is_refused(self, character: str) -> None:
        with pytest.raises(FairnessError):
            check_contribution(f"a{character}b")

    @given(texts)
    def test_every_other_text_comes_back_as_it_was(self, text: str) -> None:
        assert check_contribution(text) == text

    @given(st.binary(min_size=9) | st.text(min_size=9))
    def test_a_message_never_tells_a_secret(self, secret: bytes | str) -> None:
        with pytest.raises(FairnessError) as caught:
            commit(secret if len(secret) not in (32, 64) else secret[1:], LABEL)
        shown = secret if isinstance(secret, str) else secret.hex()
        assert shown not in str(caught.value)

    def test_an_error_survives_the_way_between_processes(self) -> None:
        error = FairnessError("bad_label", "a message")
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), copy.code, str(copy)) == (FairnessError, "bad_label", "a message")
