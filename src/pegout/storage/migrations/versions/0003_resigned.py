"""Add the seat that resigned, for the list of matches."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("resigned", sa.Integer(), nullable=True))
