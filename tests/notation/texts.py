"""Texts of records, and lines of one that are wrong: what is replaced, by what, and its fault."""

from pathlib import Path
from typing import Final

_RECORDS: Final = Path(__file__).resolve().parents[2] / "docs" / "records"
TWO: Final = (_RECORDS / "two.peg").read_text(encoding="utf-8")
THREE: Final = (_RECORDS / "three.peg").read_text(encoding="utf-8")
FOUR: Final = (_RECORDS / "four.peg").read_text(encoding="utf-8")
MUGGINS: Final = (_RECORDS / "muggins.peg").read_text(encoding="utf-8")
BOARD: Final = (_RECORDS / "board.peg").read_text(encoding="utf-8")

#: What did not happen so in the record of two, while the rest can still be read.
WRONG: Final = [
    ("=15", "=14", "wrong_count"),
    ("+2 to 2: fifteen 2", "+3 to 2: fifteen 2", "wrong_points"),
    ("+2 to 2: fifteen 2", "+2 to 3: fifteen 2", "wrong_score"),
    ("+2 to 2: fifteen 2", "+2 to 2: pair 2", "wrong_reason"),
    ("+2 to 2: fifteen 2", "+2 to 2: fifteen 3", "wrong_reason"),
    ("play      1  7H  =7", "play      1  7H  =7 +2", "wrong_points"),
    ("play      1  7H  =7", "play      1  7H  =7 : pair", "wrong_reason"),
    ("dealer    0", "dealer    1", "wrong_seat"),
    ("deal      2  dealer 1", "deal      2  dealer 0", "wrong_dealer"),
    ("deal      2", "deal      3", "wrong_number"),
    ("scores 29-15", "scores 29-16", "wrong_scores"),
    ("end       1", "end       2", "wrong_number"),
    ("7H 6H 4H 2H", "7H 6H 4H 3H", "wrong_cards"),
    ("count     0  =30", "count     1  =30", "wrong_seat"),
    ("count     0  =30", "count     0  =29", "wrong_count"),
    ("go        1  =30", "go        1  =29", "wrong_count"),
    ("skunks 0-0  points", "skunks 1-0  points", "wrong_result"),
    ("heels     0  +2 to 46", "heels     1  +2 to 46", "wrong_seat"),
    ("won       0", "won       1", "wrong_seat"),
    ("points 1-0\nreveal", "points 2-0\nreveal", "wrong_result"),
    ("scores 61-44  skunks", "scores 61-45  skunks", "wrong_scores"),
    ('[Target "61"]', '[Target "121"]', "wrong_tag"),
    ("skunks 0-0 points 1-0", "skunks 1-0 points 1-0", "wrong_tag"),
    ("cut       0  8H", "dealer 0\ncut       0  8H", "did_not_happen"),
    ("play      0  8D", "heels     0  +2\nplay      0  8D", "did_not_happen"),
    ("heels     0  +2 to 46", "count     0  =15", "did_not_happen"),
    ("show      1  7H", "won       1\nshow      1  7H", "did_not_happen"),
    ("reveal    3", "count     0  =99\nreveal    3", "did_not_happen"),
    ("discard   0", "deal 1\ndiscard   0", "did_not_happen"),
    ("count     0  =30  +1 to 7: go 1", "count     0  =30  +1: go, fifteen 2", "wrong_reason"),
]

#: What cannot be.
IMPOSSIBLE: Final = [
    ("play      0  8D", "play      1  6H", "not_your_turn"),
    ("play      0  8D", "play      0  AC", "not_your_card"),
    ("play      0  8D", "play      0  ??", "unknown_cards"),
    ("play      0  8D", "play      0", "unknown_cards"),
    ("play      0  8D  =15  +2 to 2: fifteen 2", "go        0", "can_play"),
    ("play      0  8D", "play      3  8D", "bad_seat"),
    ("play      0  8D  =15  +2 to 2: fifteen 2", "discard   0  8D 7D", "wrong_action"),
    ("play      0  8D  =15  +2 to 2: fifteen 2", "accept    0", "wrong_action"),
    ("discard   0  3D 3C", "discard   0  3D", "bad_discard"),
    ("discard   0  3D 3C", "discard   0  3D AC", "bad_discard"),
    ("discard   0  3D 3C", "discard   3  3D 3C", "bad_seat"),
    ("starter   1  5D  at 29", "starter   1  5D  at 3", "bad_cut"),
    ("starter   1  5D  at 29", "starter   1  ??  at 29", "unknown_cards"),
    ("starter   1  5D  at 29", "starter   0  5D  at 29", "not_your_turn"),
    ("cut       1  TH  at 9", "cut       1  TH  at 20", "bad_cut"),
    ("cut       1  TH  at 9", "cut       1  TH  at 99", "bad_cut"),
    ("cut       1  TH  at 9", "cut       1  ??  at 9", "unknown_cards"),
    ("cut       1  TH  at 9", "starter   TH", "not_your_turn"),
    ("reveal    0  8", "reveal    7  8", "not_finished"),
    ("commit    9", "commit    ab9", "bad_commitment"),
    ("dealt     0  7D", "commit    ab\ndealt     0  7D", "too_late"),
    ("play      0  8D  =15", "playing   0  8D  =15", "bad_line"),
    ("play      0  8D  =15", "play      7  8D  =15", "bad_seat"),
    ("play      0  8D  =15", "play      0  8X  =15", "bad_card"),
    ("play      0  8D  =15", "play      0  8D  =x", "bad_number"),
    ("play      0  8D  =15", "play      0  8D  =15 =15", "unexpected"),
    ("play      0  8D  =15", "play      0  8D  at 3", "unexpected"),
    ("play      0  8D  =15  +2 to 2: fifteen 2", "play 0 8D +2: nothing", "bad_item"),
    ("play      0  8D  =15  +2 to 2: fifteen 2", "play 0 8D + 2", "bad_number"),
    ("end       1  scores 29-15", "end       1  scores 29:15", "unexpected"),
    ("end       1  scores 29-15", "end       1  scores x", "bad_number"),
    ('ready     1  "lucky jack"', 'ready     1  "lucky', "bad_text"),
    ('ready     1  "lucky jack"', 'ready     1  "lucky\\x jack"', "bad_text"),
    ("commit    9", "commit    xyz\ncommit    9", "bad_text"),
    ("dealt     0  7D 8D", "dealt     0  7D 7D 8D", "duplicate_card"),
    ("dealt     0  7D 8D", "dealt     0  7D\x07 8D", "bad_character"),
]
