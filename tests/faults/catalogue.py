"""All faults; a module beside this one has those of a subject."""

from typing import Final

from tests.faults.absence import ABSENCE
from tests.faults.analysis import ANALYSIS
from tests.faults.announcements import ANNOUNCEMENTS
from tests.faults.boundaries import BOUNDARIES
from tests.faults.button_permissions import BUTTON_PERMISSIONS
from tests.faults.cancellation import CANCELLATION
from tests.faults.chat_migration import CHAT_MIGRATION
from tests.faults.cluster import CLUSTER
from tests.faults.commit_before_reply import COMMIT_BEFORE_REPLY
from tests.faults.computer_players import COMPUTER_PLAYERS
from tests.faults.computer_seats import COMPUTER_SEATS
from tests.faults.daily import DAILY
from tests.faults.forgetting import FORGETTING
from tests.faults.game_rules import GAME_RULES
from tests.faults.hints import HINTS
from tests.faults.inline_mode import INLINE_MODE
from tests.faults.lobbies import LOBBIES
from tests.faults.lost_replies import LOST_REPLIES
from tests.faults.message_count import MESSAGE_COUNT
from tests.faults.metrics import METRICS
from tests.faults.move_suggestions import MOVE_SUGGESTIONS
from tests.faults.order_and_fairness import ORDER_AND_FAIRNESS
from tests.faults.own_boards import OWN_BOARDS
from tests.faults.owner import OWNER
from tests.faults.pictures import PICTURES
from tests.faults.placement_choice import PLACEMENT_CHOICE
from tests.faults.player_figures import PLAYER_FIGURES
from tests.faults.playground import PLAYGROUND
from tests.faults.private_answers import PRIVATE_ANSWERS
from tests.faults.private_delivery import PRIVATE_DELIVERY
from tests.faults.proofs import PROOFS
from tests.faults.puzzles import PUZZLES
from tests.faults.ratings import RATINGS
from tests.faults.records import RECORDS
from tests.faults.requests import REQUESTS
from tests.faults.search import SEARCH
from tests.faults.secrecy import SECRECY
from tests.faults.served_time import SERVED_TIME
from tests.faults.settings import SETTINGS
from tests.faults.shard_ownership import SHARD_OWNERSHIP
from tests.faults.site import SITE
from tests.faults.solved_puzzles import SOLVED_PUZZLES
from tests.faults.store import STORE
from tests.faults.stored_tables import STORED_TABLES
from tests.faults.table_choice import TABLE_CHOICE
from tests.faults.table_lists import TABLE_LISTS
from tests.faults.table_news import TABLE_NEWS
from tests.faults.take_back import TAKE_BACK
from tests.faults.updates_and_sending import UPDATES_AND_SENDING
from tests.faults.votes_and_draws import VOTES_AND_DRAWS

FAULTS: Final = (
    *GAME_RULES,
    *SECRECY,
    *STORED_TABLES,
    *SERVED_TIME,
    *UPDATES_AND_SENDING,
    *METRICS,
    *PLACEMENT_CHOICE,
    *TABLE_CHOICE,
    *ABSENCE,
    *ANALYSIS,
    *ANNOUNCEMENTS,
    *REQUESTS,
    *PROOFS,
    *ORDER_AND_FAIRNESS,
    *LOST_REPLIES,
    *COMMIT_BEFORE_REPLY,
    *CHAT_MIGRATION,
    *DAILY,
    *SHARD_OWNERSHIP,
    *OWNER,
    *PICTURES,
    *BOUNDARIES,
    *VOTES_AND_DRAWS,
    *STORE,
    *PRIVATE_ANSWERS,
    *MOVE_SUGGESTIONS,
    *COMPUTER_PLAYERS,
    *COMPUTER_SEATS,
    *FORGETTING,
    *INLINE_MODE,
    *OWN_BOARDS,
    *SEARCH,
    *CANCELLATION,
    *TABLE_NEWS,
    *TAKE_BACK,
    *LOBBIES,
    *PRIVATE_DELIVERY,
    *PUZZLES,
    *SITE,
    *SOLVED_PUZZLES,
    *RATINGS,
    *RECORDS,
    *MESSAGE_COUNT,
    *HINTS,
    *SETTINGS,
    *TABLE_LISTS,
    *CLUSTER,
    *PLAYER_FIGURES,
    *PLAYGROUND,
    *BUTTON_PERMISSIONS,
)
