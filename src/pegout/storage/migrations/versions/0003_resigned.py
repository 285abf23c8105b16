"""Who resigned: a list of matches says how each ended."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("resigned", sa.Integer(), nullable=True))
