"""The rounds of the Blackrock edition: discs awarded and won for good, Money Time, sets, the end."""

from typing import Final

from ludotheque.core.events import Event
from ludotheque.games.targets.blackrock.rules.board import PLACES, BlackrockBoard, Golden, with_item
from ludotheque.games.targets.events import tell, tell_disc
from ludotheque.games.targets.moves import colour
from ludotheque.games.targets.physics.reading import hits
from ludotheque.games.targets.rules.board import best_alone, fresh_layout
from ludotheque.games.targets.rules.position import TargetsPosition

TO_WIN: Final = 4


class Rounds(TargetsPosition):
    """Base of positions: the steps between the last flick of a round and the first of the next."""

    board: BlackrockBoard

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat: partners sit opposite each other (BLACKROCK-16)."""
        if self.board.options.teams:
            return tuple(seat % 2 for seat in range(self.seats))
        return super().teams

    def scores(self) -> tuple[int, ...]:
        """Return the discs won for good, those of partners together (BLACKROCK-11, BLACKROCK-16)."""
        teams = self.teams
        return tuple(
            sum(len(discs) for other, discs in enumerate(self.board.won) if teams[other] == teams[seat])
            for seat in range(self.seats)
        )

    def begin_round(self) -> None:
        """Refill the central discs and stack all dice; a set is not refilled (BLACKROCK-9, BLACKROCK-15)."""
        board = self.board
        board.round += 1
        if not (board.options.three_by_three and board.places()):
            for place in PLACES:
                if board.central[place] is None and board.reserve:
                    disc, *later = board.reserve
                    board.central = tuple(disc if p == place else d for p, d in enumerate(board.central))
                    board.reserve = tuple(later)
        board.taken = False
        board.spent = ()
        board.spent_pairs = ()
        board.no_double = ()
        if board.options.teams and not board.given:
            board.given = (None,) * self.seats
            self._clear(board.fresh())
            board.phase = "exchange"
        else:
            self._open_round(board.fresh())

    def _raise_bases(self) -> None:
        """Raise the bases by the discs stored under them."""
        for seat, discs in enumerate(self.board.stored):
            if self.board.layout.stands[seat].discs != len(discs):
                self.board.set_pile(seat, len(discs))

    def _four(self) -> list[Event]:
        """End the game if a side has won its fourth disc for good; return the events (BLACKROCK-11)."""
        return self._end_game() if max(self.scores()) >= TO_WIN else []

    def _end_round(self) -> list[Event]:
        """End the round: stored discs are won for good, then central discs are awarded (BLACKROCK-7)."""
        board = self.board
        events = [tell("round_ends", "BLACKROCK-7", round=board.round)]
        if not board.options.three_by_three:
            events += self._win_stored()
            if board.phase == "play" and board.money_time:
                events += self._end_game()
            if board.phase != "play":
                return events
        events += self._award()
        places = board.places()
        if board.taken or not places:
            return events + self._after_round()
        if len(places) == 1:
            return [*events, self._remove(places[0]), *self._after_round()]
        board.phase = "remove"
        return events

    def _win_stored(self) -> list[Event]:
        """Win all stored discs for good and return the events (BLACKROCK-7)."""
        board = self.board
        events = []
        for seat, discs in enumerate(board.stored):
            if discs:
                board.won = with_item(board.won, seat, discs)
                events.append(tell("won", "BLACKROCK-7", seat, discs=len(discs), total=self.scores()[seat]))
        board.stored = ((),) * self.seats
        self._raise_bases()
        return events + self._four()

    def _award(self) -> list[Event]:
        """Award central discs to the highest totals; a die on two counts for neither (BLACKROCK-7)."""
        board = self.board
        names = board.disc_names()
        events = []
        for place in board.places():
            totals: dict[int, int] = {}
            for rest in board.rests:
                if hits(rest) == (place,) and rest.die not in board.inert:
                    totals[colour(rest.die)] = totals.get(colour(rest.die), 0) + rest.up
            winner, disc = best_alone(totals), board.central[place]
            if winner is not None and disc is not None:
                board.stored = with_item(board.stored, winner, (disc,))
                board.central = tuple(None if p == place else d for p, d in enumerate(board.central))
                board.taken = True
                board.take_central(place)
                events.append(tell_disc("stored", "BLACKROCK-7", winner, place, names, total=totals[winner]))
            elif totals:
                events.append(tell_disc("cancel", "BLACKROCK-7", None, place, names))
        self._raise_bases()
        return events

    def _remove(self, place: int) -> Event:
        """Remove a central disc from the game, by the starter (BLACKROCK-8)."""
        board = self.board
        disc = board.central[place]
        assert disc is not None  # only places with a disc are offered
        names = board.disc_names()
        board.removed = (*board.removed, disc)
        board.central = tuple(None if p == place else d for p, d in enumerate(board.central))
        board.take_central(place)
        return tell_disc("remove", "BLACKROCK-8", board.starter, place, names)

    def _after_round(self) -> list[Event]:
        """Begin the next round, a set or Money Time, or end the game (BLACKROCK-10, BLACKROCK-15)."""
        board = self.board
        if board.options.three_by_three and not board.places():
            return self._end_set()
        if board.places() or board.reserve:
            return self._next_round()
        if any(board.stored):
            board.money_time = True
            return [tell("money_time", "BLACKROCK-10"), *self._next_round()]
        return self._end_game()

    def _next_round(self) -> list[Event]:
        board = self.board
        board.starter = (board.starter + 1) % self.seats
        self.begin_round()
        return [tell("round", "BLACKROCK-9", board.starter, round=board.round)]

    def _end_set(self) -> list[Event]:
        """End a set: stored discs are won for good, the discs of the next colour follow (BLACKROCK-15)."""
        board = self.board
        events = [tell("set_ends", "BLACKROCK-15"), *self._win_stored()]
        if board.golden is not None or board.phase == "over":
            return events
        return events + (self._next_round() if board.reserve else self._end_game())

    def _end_game(self) -> list[Event]:
        """End the game; a tie at the most discs leads to Golden Targets (BLACKROCK-11, BLACKROCK-12)."""
        scores, teams = self.scores(), self.teams
        leaders = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        if len({teams[seat] for seat in leaders}) == 1:
            return self._win(leaders, "BLACKROCK-11")
        self._golden(1, leaders)
        return [tell("golden", "BLACKROCK-12")]

    def _win(self, winners: tuple[int, ...], clause: str) -> list[Event]:
        """End the game for the winners; pending calls lapse (BLACKROCK-11)."""
        self.board.phase = "over"
        self.board.winners = winners
        return [tell("wins", clause, seat) for seat in winners]

    def _golden(self, flick: int, contenders: tuple[int, ...]) -> None:
        """Set up Golden Targets: one disc, star side up, and the dice of the tied seats (BLACKROCK-12)."""
        board = self.board
        towers = [board.held(seat) if seat in contenders else () for seat in range(self.seats)]
        board.golden = Golden(flick, contenders, aims=(None,) * self.seats)
        self._open_round(fresh_layout("blackrock", towers, [0] * self.seats, (0,), golden=True))

    def stackers(self) -> tuple[int, ...]:
        """Return the seats that stack; in Golden Targets only the tied ones (BLACKROCK-12)."""
        golden = self.board.golden
        return super().stackers() if golden is None else golden.contenders
