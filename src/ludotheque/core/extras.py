"""Optional dependencies: where a module is missing, a sentence names the extra that installs it."""

from typing import Final

from ludotheque.core.refusal import NotAllowed

EXTRAS: Final = {
    "server": (
        "aiosqlite",
        "alembic",
        "argon2",
        "confusable_homoglyphs",
        "itsdangerous",
        "litestar",
        "PIL",
        "prometheus_client",
        "segno",
        "sqlalchemy",
        "structlog",
        "uvicorn",
        "webauthn",
        "websockets",
        "zxcvbn",
    ),
    "targets": ("mujoco",),
    "postgres": ("psycopg",),
    "redis": ("redis",),
    "ray": ("ray",),
    "arrays": ("numpy",),
    "pettingzoo": ("pettingzoo",),
    "gymnasium": ("gymnasium",),
    "openspiel": ("open_spiel", "pyspiel"),
}
"""The modules each extra installs."""


def install(extra: str) -> str:
    """Return the command that installs an extra.

    >>> install("server")
    'pip install "ludotheque[server]"'
    """
    return f'pip install "ludotheque[{extra}]"'


def not_installed(error: ImportError) -> NotAllowed | None:
    """Return the extra to install for a module that was not found; None if no extra has it.

    >>> print(not_installed(ModuleNotFoundError(name="redis.asyncio")))
    “redis” is not installed here. This installs it: pip install "ludotheque[redis]"
    """
    module = (error.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if module in modules:
            return NotAllowed("core.not_installed", params={"module": module, "install": install(extra)})
    return None
