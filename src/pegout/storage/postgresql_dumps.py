"""Dumps of a library in PostgreSQL, by its own programs, in their custom format."""

import os
import re
import shutil
import subprocess
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import IO, Any, Final

from psycopg.conninfo import make_conninfo

from pegout.storage import schema
from pegout.storage.errors import failure, not_empty
from pegout.storage.locations import PostgresqlLocation
from pegout.storage.postgresql import PostgresqlDatabase
from pegout.table.store import StoreError

#: The line of a dump's list that names the schema with the tables of a library.
_LISTED: Final = re.compile(r" TABLE (\S+) schema_version ")
#: The sessions of other programs in the same database, without processes of PostgreSQL itself.
_OTHERS: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
AND coalesce(backend_type, 'client backend') = 'client backend'
"""
_SCHEMA: Final = """
SELECT nspname, nspowner::regrole::text FROM pg_namespace WHERE nspname = current_schema()
"""
_NEWER: Final = "of a newer version"
#: Ends the transaction, unless the library that was put in is newer than this program.
_END: Final = """
DO $$ BEGIN
    IF (SELECT max(version) FROM {schema}.schema_version) > {version} THEN
        RAISE EXCEPTION '{newer}';
    END IF;
END $$;
COMMIT;
"""


def dump(location: PostgresqlLocation, file: Path) -> None:
    """Write a database to a file, and read the file through once.

    Raises:
        StoreError: ``no_program``; ``failed`` with the program's reason.
    """
    _run(location, "pg_dump", *_DUMPED, f"--file={file}", _to(location))
    _read_through(location, file)


def load(location: PostgresqlLocation, file: Path, *, replace: bool) -> None:
    """Put the content of a dump in a database, in one transaction.

    Raises:
        StoreError: ``not_empty`` unless what is there is to be replaced; ``served`` while other
            programs use the database; ``not_a_library`` or ``newer`` for the dump, ``damaged`` if
            it cannot be read; ``no_program``; ``failed`` with the program's reason.
    """
    kept_in = _read_through(location, file)
    emptying = _emptying(location, replace=replace)
    end = _END.format(schema=_quoted(kept_in), version=schema.VERSION, newer=_NEWER)
    with tempfile.TemporaryFile() as said:
        writer = subprocess.Popen(
            [_program("psql"), *_STRICT, _to(location)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=said,
            env=_environment(location),
        )
        try:
            # The program has ended where the pipe is closed, and says below why.
            with suppress(BrokenPipeError), closing(_input(writer)) as script:
                script.write(f"BEGIN;\n{emptying}".encode())
                _write_script(location, file, script)
                # What fails before this end is rolled back.
                script.write(end.encode())
        except BaseException:
            writer.kill()
            raise
        finally:
            status = writer.wait()
        if status:
            raise _newer_or_failed(location, said)


#: A backup is put back by its owner, whatever that is called there.
_PLAIN: Final = ("--no-owner", "--no-privileges")
#: What only concerns the servers of the moment is not logged, and stays out.
_DUMPED: Final = ("--format=custom", "--no-unlogged-table-data", *_PLAIN)
_STRICT: Final = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")


def _emptying(location: PostgresqlLocation, *, replace: bool) -> str:
    """Return the statements that empty a database, which nobody else may use now."""
    with closing(PostgresqlDatabase(location)) as database:
        with database.reading() as connection:
            others = connection.rows(_OTHERS)[0][0]
            tables = connection.table_names()
            found = connection.row(_SCHEMA)
        if tables and not replace:
            raise not_empty(database.location)
        if others:
            raise StoreError(
                "served",
                f"other programs use {database.location} ({others} sessions); end every server "
                "and try again",
            )
    if not tables or found is None:
        return ""
    name, owner = _quoted(found[0]), found[1]
    # A program that has come since is not waited for.
    return (
        "SET LOCAL lock_timeout = '10s';\n"
        f"DROP SCHEMA {name} CASCADE;\nCREATE SCHEMA {name};\n"
        f"ALTER SCHEMA {name} OWNER TO {owner};\n"
    )


def _read_through(location: PostgresqlLocation, file: Path) -> str:
    """Read a dump to its end; return the name of the schema that its library is in."""
    listed = _run(location, "pg_restore", "--list", str(file), code="not_a_library", where=file)
    found = _LISTED.search(listed)
    if found is None:
        raise schema.not_a_library(str(file))
    _run(location, "pg_restore", f"--file={os.devnull}", str(file), code="damaged", where=file)
    return found[1]


def _write_script(location: PostgresqlLocation, file: Path, script: IO[bytes]) -> None:
    """Write the content of a dump as SQL."""
    with tempfile.TemporaryFile() as said:
        reader = subprocess.Popen(
            [_program("pg_restore"), *_PLAIN, "--file=-", str(file)],
            stdout=subprocess.PIPE,
            stderr=said,
            env=_environment(location),
        )
        try:
            assert reader.stdout is not None
            with reader.stdout as sql:
                shutil.copyfileobj(sql, script)
        except BaseException:
            reader.kill()
            raise
        finally:
            status = reader.wait()
        if status:
            raise failure("damaged", str(file))


def _input(writer: subprocess.Popen[bytes]) -> IO[bytes]:
    assert writer.stdin is not None
    return writer.stdin


def _run(
    location: PostgresqlLocation,
    *command: str,
    code: str = "failed",
    where: Path | None = None,
) -> str:
    """Run a program of PostgreSQL, and return its output."""
    program, *words = command
    done = subprocess.run(
        [_program(program), *words],
        env=_environment(location),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        reason = done.stderr.decode(errors="replace")
        full = "No space left on device" in reason
        raise failure("disk_full" if full else code, str(where or location), reason)
    return done.stdout.decode(errors="replace")


def _newer_or_failed(location: PostgresqlLocation, said: IO[bytes]) -> StoreError:
    said.seek(0)
    reason = said.read(4096).decode(errors="replace")
    if _NEWER in reason:
        return schema.newer("the backup")
    return failure("failed", str(location), reason)


def _program(name: str) -> str:
    """Return the path of a program of PostgreSQL."""
    found = shutil.which(name)
    if found is None:
        raise StoreError(
            "no_program",
            f"the program {name} of PostgreSQL is missing; install its client, such as the "
            "package postgresql-client of Debian",
        )
    return found


def _to(location: PostgresqlLocation) -> str:
    """Return the option that names a database, without its password: every user sees it."""
    options: dict[str, Any] = {
        name: text for name, text in location.options.items() if name != "password"
    }
    return f"--dbname={make_conninfo(**options)}"


def _environment(location: PostgresqlLocation) -> dict[str, str]:
    password = location.options.get("password")
    named = {"PGPASSWORD": password} if password else {}
    # Their messages are read here.
    return {**os.environ, "LC_MESSAGES": "C", **named}


def _quoted(name: str) -> str:
    """Return a name as SQL has it."""
    doubled = name.replace('"', '""')
    return f'"{doubled}"'
