"""Several servers on one PostgreSQL: who lives, whose table it is, how names look, and what all must hear at once."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

# What is heard comes from the database itself: it is told with the commit or not at all, whoever it was.
ENDED = """
CREATE FUNCTION quintain_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('quintain', CAST(json_build_object(
        'type', TG_ARGV[0], 'key', OLD.token_hash, 'teller', current_setting('application_name')) AS text));
    RETURN NULL;
END $$
"""
NAMED = """
CREATE FUNCTION quintain_named() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('quintain', CAST(json_build_object(
        'type', TG_ARGV[0], 'person', NEW.id, 'name', NEW.name,
        'teller', current_setting('application_name')) AS text));
    RETURN NULL;
END $$
"""
GONE = """
CREATE FUNCTION quintain_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('quintain', CAST(json_build_object(
        'type', 'gone', 'key', OLD.id, 'teller', current_setting('application_name')) AS text));
    RETURN NULL;
END $$
"""
TRIGGERS = (
    "CREATE TRIGGER quintain_gone AFTER DELETE ON servers FOR EACH ROW EXECUTE FUNCTION quintain_gone()",
    "CREATE TRIGGER quintain_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION quintain_ended('session')",
    "CREATE TRIGGER quintain_ended AFTER DELETE ON tokens FOR EACH ROW EXECUTE FUNCTION quintain_ended('token')",
    "CREATE TRIGGER quintain_named AFTER INSERT OR UPDATE OF account ON people FOR EACH ROW "
    "WHEN (NEW.account IS NOT NULL) EXECUTE FUNCTION quintain_named('named')",
    "CREATE TRIGGER quintain_disabled AFTER UPDATE OF disabled ON people FOR EACH ROW "
    "WHEN (NEW.disabled IS NOT NULL) EXECUTE FUNCTION quintain_named('disabled')",
)


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("machine", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("beat", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "looks",
        sa.Column("look", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    )
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("server", sa.Text))
        tables.add_column(sa.Column("epoch", sa.Integer, server_default="0", nullable=False))
    op.create_index("ix_tables_server", "tables", ["server"])
    if op.get_bind().dialect.name == "postgresql":
        for statement in (ENDED, NAMED, GONE, *TRIGGERS):
            op.execute(sa.text(statement))


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for name in ("quintain_ended", "quintain_named", "quintain_gone"):
            op.execute(sa.text(f"DROP FUNCTION {name} CASCADE"))
    op.drop_index("ix_tables_server", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("epoch")
        tables.drop_column("server")
    op.drop_table("looks")
    op.drop_table("servers")
