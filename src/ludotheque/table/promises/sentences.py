"""Sentences: all events, refusals and results have words in every language, and clauses that exist."""

from collections.abc import Mapping

from ludotheque.core.events import Event
from ludotheque.core.game import Game
from ludotheque.core.moves import Result
from ludotheque.core.refusal import NotAllowed, Param, Refusal
from ludotheque.core.rulebook import clauses
from ludotheque.core.words import LANGUAGES, folder
from ludotheque.table.promises.playing import promised


class Sentences:
    """Checks the sentences of a game; each combination of sentence and parameters only once."""

    def __init__(self, game: Game) -> None:
        self.has_rulebook = (folder(game.name) / "rulebook").is_dir()
        self.clauses = frozenset(clauses(game.name)) if self.has_rulebook else frozenset[str]()
        self._said: set[tuple[str, str | None, str]] = set()

    def check_sentence(self, refusal: Refusal) -> None:
        """Check that a refusal has a sentence in every language."""
        if self._is_new(refusal.code, refusal.clause, refusal.params):
            for language in LANGUAGES:
                with promised(f"the refusal {refusal.code} has no sentence in {language}"):
                    assert refusal.text(language), "the sentence is empty"

    def check_refusal(self, refusal: Refusal) -> None:
        """Check that a refusal has a sentence, and a clause if it comes from the rules of a game."""
        self.check_sentence(refusal)
        if isinstance(refusal, NotAllowed) and not refusal.code.startswith("core."):
            assert refusal.clause is not None, f"the refusal {refusal.code} has no clause"
        self.check_clause(refusal.clause, refusal.code)

    def check_clause(self, clause: str | None, where: str) -> None:
        """Check that a clause exists in the rulebook, if the game has one; `where` is for the error text."""
        if clause is not None and self.has_rulebook:
            assert clause in self.clauses, f"{where} names the clause {clause}, which does not exist"

    def check_events(self, events: list[Event]) -> None:
        """Check that events have a sentence in every language, with and without their secrets."""
        for event in events:
            for seat in (None, *event.secret_to):
                seen = event.seen_by(seat)
                if self._is_new(f"{seen.name} {seen.seat is None}", seen.clause, seen.params):
                    self.check_clause(event.clause, event.name)
                    for language in LANGUAGES:
                        with promised(f"the event {event.name} has no sentence in {language}"):
                            assert seen.text(language, "Ada"), "the sentence is empty"

    def check_result(self, result: Result) -> None:
        """Check that the reason of a result has a sentence in every language, and that its clause exists."""
        self.check_clause(result.clause, result.reason)
        for language in LANGUAGES:
            with promised(f"the reason {result.reason} has no sentence in {language}"):
                assert result.text(language), "the sentence is empty"

    def _is_new(self, name: str, clause: str | None, params: Mapping[str, Param]) -> bool:
        said = name, clause, repr(params)
        if said in self._said:
            return False
        self._said.add(said)
        return True
