"""The program `ludotheque`: its commands in the user's language, its errors in one sentence."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Final

from cyclopts import App, CycloptsError, Group, MissingArgumentError, Parameter
from cyclopts.exceptions import UnknownCommandError, UnknownOptionError, UnusedCliTokensError

import ludotheque
from ludotheque.cli.ascii_fallback import prepare_output
from ludotheque.cli.commands import (
    admin,
    analyse,
    arena,
    backup,
    laboratory,
    league,
    learn,
    library,
    play,
    replay,
    serve,
    study,
)
from ludotheque.cli.help import LocalHelp, PlainHelp
from ludotheque.cli.terminal import Terminal, choose_language
from ludotheque.core.extras import not_installed
from ludotheque.core.refusal import Refusal
from ludotheque.games import all_parts

WRONG: Final = 2
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 1
COMMANDS: Final = (
    play,
    learn,
    library,
    replay,
    analyse,
    study,
    arena,
    league,
    laboratory,
    serve,
    backup,
    admin,
)
LANGUAGE_FLAG: Final = "--language"


def main() -> None:
    """Run the command line."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run the arguments; return the exit status, 2 for a refusal."""
    prepare_output()
    terminal = Terminal(choose_language(None))
    try:
        terminal = Terminal(choose_language(wished_language(arguments)))
        build(terminal)(list(arguments), exit_on_error=False, print_error=False, result_action="return_none")
        sys.stdout.flush()
    except Refusal as refusal:
        terminal.fail(refusal.text(terminal.language))
        return WRONG
    except ImportError as error:
        lacking = not_installed(error)
        if lacking is None:
            raise
        terminal.fail(lacking.text(terminal.language))
        return WRONG
    except CycloptsError as error:
        terminal.fail(explain(error, terminal))
        return WRONG
    except BrokenPipeError:
        # Python would complain once more when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        file = str(error.filename or "")
        terminal.fail(terminal.say("refusal_file", file=file, why=error.strerror or str(error)))
        return WRONG
    except (KeyboardInterrupt, EOFError):
        terminal.errors.print()
        return INTERRUPTED
    return 0


def wished_language(arguments: Sequence[str]) -> str | None:
    """Return the language of the command line, needed before parsing because the help is written in it.

    >>> wished_language(["games", "--language", "fr"]), wished_language(["--language=de"])
    ('fr', 'de')
    """
    wish = None
    for place, argument in enumerate(arguments):
        flag, equals, value = argument.partition("=")
        if flag == LANGUAGE_FLAG:
            wish = value if equals else "".join(arguments[place + 1 : place + 2])
    return wish


def build(terminal: Terminal) -> App:
    """Return the app with all commands, their help in the language of the terminal."""
    say = terminal.say
    app = App(
        name="ludotheque",
        help=say("help"),
        version=ludotheque.__version__,
        group_commands=Group(say("group_commands")),
        group_parameters=Group(say("group_parameters")),
        group_arguments=Group(say("group_arguments")),
        help_format="plaintext",
        help_formatter=(LocalHelp if terminal.console.is_terminal else PlainHelp)(terminal),
        default_parameter=Parameter(show_default=False),
        console=terminal.console,
        error_console=terminal.errors,
    )
    app["--help"].help = say("help_help")
    app["--version"].help = say("help_version")
    for commands in (*COMMANDS, *all_parts("commands")):
        commands.add(app, terminal)

    @app.meta.default
    def launch(  # the language was read before, for the help is written in it
        *tokens: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
        _language: Annotated[str | None, Parameter(name="--language", help=say("help_language"))] = None,
    ) -> None:
        app(tokens, exit_on_error=False, print_error=False, result_action="return_none")

    return app.meta


def explain(error: CycloptsError, terminal: Terminal) -> str:
    """Return the error of a command line, in one sentence."""
    if isinstance(error, UnknownCommandError):
        return terminal.say("refusal_command", word=_first(error.unused_tokens))
    if isinstance(error, UnknownOptionError):
        return terminal.say("refusal_flag", word=error.token.keyword or error.token.value)
    if isinstance(error, UnusedCliTokensError):
        return terminal.say("refusal_too_much", word=_first(error.unused_tokens))
    argument = error.argument
    name = argument.name if argument is not None else ""
    if isinstance(error, MissingArgumentError):
        return terminal.say("refusal_missing", word=name)
    return terminal.say("refusal_value", word=name)


def _first(tokens: Sequence[str] | None) -> str:
    return tokens[0] if tokens else ""


if __name__ == "__main__":
    main()
