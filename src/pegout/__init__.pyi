"""The names of ``pegout`` for type checkers; see ``_NAMES`` in ``__init__.py``."""

from pegout import notation, players
from pegout.cards import CARDS as CARDS
from pegout.cards import UNKNOWN as UNKNOWN
from pegout.cards import Card as Card
from pegout.cards import CardError as CardError
from pegout.cards import Rank as Rank
from pegout.cards import Suit as Suit
from pegout.cards import format_cards as format_cards
from pegout.cards import parse_cards as parse_cards
from pegout.contests.arena import ArenaError as ArenaError
from pegout.contests.arena import play_matchup as play_matchup
from pegout.contests.policy_contests import SimulationError as SimulationError
from pegout.contests.policy_contests import simulate as simulate
from pegout.contests.policy_contests import simulate_deals as simulate_deals
from pegout.contests.sequential import GoalError as GoalError
from pegout.contests.statistics import Matchup as Matchup
from pegout.env import EnvError as EnvError
from pegout.env import as_policy as as_policy
from pegout.errors import PegoutError as PegoutError
from pegout.evaluation.advice import DiscardAdvice as DiscardAdvice
from pegout.evaluation.advice import DiscardError as DiscardError
from pegout.evaluation.advice import DiscardOption as DiscardOption
from pegout.evaluation.advice import analyse_discard as analyse_discard
from pegout.evaluation.discards import CribOwner as CribOwner
from pegout.evaluation.many_discards import discard_values as discard_values
from pegout.fairness import FairnessError as FairnessError
from pegout.fairness import fresh_secrets as fresh_secrets
from pegout.fairness import seeded_secrets as seeded_secrets
from pegout.kernel.errors import KernelError as KernelError
from pegout.match import Automation as Automation
from pegout.match import Entry as Entry
from pegout.match import Match as Match
from pegout.match import MatchError as MatchError
from pegout.match import Seated as Seated
from pegout.match import Setup as Setup
from pegout.notation import DescriptionError as DescriptionError
from pegout.notation import NotationError as NotationError
from pegout.notation import PositionError as PositionError
from pegout.notation import Record as Record
from pegout.notation import RecordError as RecordError
from pegout.notation import SeatStatistics as SeatStatistics
from pegout.notation import describe_position as describe_position
from pegout.notation import iter_records as iter_records
from pegout.notation import read_position as read_position
from pegout.notation import verify_deals as verify_deals
from pegout.notation import write_position as write_position
from pegout.players import LEVELS as LEVELS
from pegout.players import Level as Level
from pegout.players import Player as Player
from pegout.players import PlayerError as PlayerError
from pegout.players import UnknownLevel as UnknownLevel
from pegout.players import advance as advance
from pegout.players import players_of as players_of
from pegout.players.engines import EngineFailed as EngineFailed
from pegout.review.errors import ReviewError as ReviewError
from pegout.review.game_review import ReviewedGame as ReviewedGame
from pegout.review.game_review import review_record as review_record
from pegout.rules import PRESETS as PRESETS
from pegout.rules import RULES_VERSION as RULES_VERSION
from pegout.rules import Accept as Accept
from pegout.rules import Action as Action
from pegout.rules import Claim as Claim
from pegout.rules import Cut as Cut
from pegout.rules import CutForDeal as CutForDeal
from pegout.rules import Discard as Discard
from pegout.rules import Event as Event
from pegout.rules import Go as Go
from pegout.rules import GoOn as GoOn
from pegout.rules import IllegalAction as IllegalAction
from pegout.rules import Muggins as Muggins
from pegout.rules import Phase as Phase
from pegout.rules import Play as Play
from pegout.rules import Ready as Ready
from pegout.rules import Resign as Resign
from pegout.rules import Rules as Rules
from pegout.rules import RulesError as RulesError
from pegout.rules import SeatView as SeatView
from pegout.rules import State as State
from pegout.rules import Stop as Stop
from pegout.rules import UnknownRules as UnknownRules
from pegout.rules import View as View
from pegout.runs import RunError as RunError
from pegout.scoring import CribFlush as CribFlush
from pegout.scoring import Item as Item
from pegout.scoring import Kind as Kind
from pegout.scoring import play_points as play_points
from pegout.scoring import score_play as score_play
from pegout.scoring import score_show as score_show
from pegout.scoring import show_points as show_points
from pegout.search.range_sampling import sample_from_range as sample_from_range
from pegout.svg import PictureError as PictureError
from pegout.svg import board_svg as board_svg
from pegout.svg import cards_svg as cards_svg
from pegout.svg import table_svg as table_svg
from pegout.tables.files import TableError as TableError

create_player = players.create
read_record = notation.read
read_records = notation.read_many
record_from_json = notation.from_json
record_statistics = notation.statistics
record_to_json = notation.to_json
write_record = notation.write
write_records = notation.write_many

__all__: list[str]
__version__: str
