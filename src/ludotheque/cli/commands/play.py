"""`ludotheque play`: a match against bots, or of several people at one screen."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from librt.random import Random
from rich.text import Text

from ludotheque.cli.coach import suitable
from ludotheque.cli.files import read_text
from ludotheque.cli.match import TerminalMatch
from ludotheque.cli.players import Player, read_players
from ludotheque.cli.terminal import Terminal
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.refusal import Unreadable
from ludotheque.games import REGISTRY, game, load_game
from ludotheque.table.table import Table


def add(app: App, terminal: Terminal) -> None:
    """Register the command `ludotheque play`."""
    say = terminal.say

    @app.command(help=say("help_play"))
    def play(
        name: Annotated[str | None, Parameter(name="GAME", help=say("help_game"))] = None,
        /,
        *,
        seats: Annotated[int | None, Parameter(help=say("help_seats"))] = None,
        seat: Annotated[list[str] | None, Parameter(help=say("help_seat"), negative="")] = None,
        seed: Annotated[int | None, Parameter(help=say("help_seed"))] = None,
        option: Annotated[list[str] | None, Parameter(help=say("help_option"), negative="")] = None,
        practice: Annotated[bool, Parameter(help=say("help_practice"), negative="")] = False,
        save: Annotated[Path | None, Parameter(help=say("help_save"))] = None,
        resume: Annotated[Path | None, Parameter(help=say("help_resume"))] = None,
    ) -> None:
        if resume is not None:
            table = Table.replay(resume.read_bytes(), seed=secrets.randbits(63) if seed is None else seed)
            wishes = seat or [f"me:{player}" for player in table.names[:1]]
            players = read_players(table.game, table.seats, wishes, terminal.language)
            if not seat:
                players = _named(players, table)
        else:
            rules = load_game(name or choose_game(terminal))
            players = read_players(rules, seats, seat or (), terminal.language)
            if practice and sum(not player.is_bot for player in players) != 1:
                raise Unreadable("cli.practice")
            options = read_options(option or [])
            table = Table(rules.name, len(players), seed, options, practice=practice)
        for player in players:
            if player.level is not None:
                suitable(table.position, player.level)
        table.names = [player.name for player in players]
        TerminalMatch(terminal, table, players, _thought(seed), save or resume).run()


def _thought(seed: int | None) -> Random:
    """Return the random numbers of bots, independent of the dice."""
    return seeded(secrets.randbits(63) if seed is None else seed + 1)


def choose_game(terminal: Terminal) -> str:
    """Return the game to play; asks if there are several and a person can answer."""
    names = list(REGISTRY)
    if len(names) == 1:
        return names[0]
    if not terminal.is_screen:
        raise Unreadable("cli.which_game", params={"allowed": names})
    for number, name in enumerate(names, 1):
        terminal.print(Text(f" {number}  {game(name).title}"))
    answer = terminal.ask(f"{terminal.say('which_game')} › ").lower()
    return names[int(answer) - 1] if answer in map(str, range(1, len(names) + 1)) else answer


def read_options(pairs: list[str]) -> dict[str, Json]:
    """Return options from `key=value`, where a value is JSON or a bare word.

    >>> read_options(["xx_is_100=true", "edition=zoch"])
    {'xx_is_100': True, 'edition': 'zoch'}
    """
    options: dict[str, Json] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise Unreadable("cli.option", params={"option": pair[:40]})
        try:
            options[key] = read_text(pair, value)
        except Unreadable:
            options[key] = value
    return options


def _named(players: list[Player], table: Table) -> list[Player]:
    """Return the players under their names in the record."""
    names = table.names or [player.name for player in players]
    return [replace(player, name=name) for player, name in zip(players, names, strict=True)]
