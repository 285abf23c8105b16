"""How to add an extra: a package that Pegout can use and works without.

>>> install_command("cluster", "fast")
'pip install ".[cluster,fast]"'
"""

from importlib.util import find_spec


def installed(package: str) -> bool:
    """Return whether a package can be imported, without importing it.

    >>> installed("json"), installed("no package of this name")
    (True, False)
    """
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


def install_command(*extras: str) -> str:
    """Return the command that adds extras, to be given in the folder of the source.

    It names the folder and not the package: Pegout is in no package index, where its name could
    belong to somebody else. Double quotes work in every shell.
    """
    return f'pip install ".[{",".join(extras)}]"'


def missing_extra(extra: str) -> ImportError:
    """Return the error of a module that cannot be imported without an extra.

    >>> str(missing_extra("env"))
    'this needs the extra “env”; install it in the folder of the source with: pip install ".[env]"'
    """
    return ImportError(
        f"this needs the extra “{extra}”; install it in the folder of the source with: "
        + install_command(extra)
    )
