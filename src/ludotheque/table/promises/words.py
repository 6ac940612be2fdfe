"""Words outside of play: tagline, options, moves, parts of a position and clauses exist in every language."""

from ludotheque.core.game import Game
from ludotheque.core.rulebook import clauses
from ludotheque.core.words import LANGUAGES, folder, say, words
from ludotheque.table.promises.playing import promised


def check_words(game: Game) -> None:
    """Check that tagline, options, moves, parts of a position and clauses exist in every language."""
    for language in LANGUAGES:
        with promised(f"{game.name} has no tagline in {language}"):
            assert say(f"{game.name}_tagline", language), "the sentence is empty"
    said = {language: set(words(game.name, language)) for language in LANGUAGES}
    everything = set[str]().union(*said.values())
    needed = {
        f"{game.name}_option_{name}": f"the option {name}" for name in game.options_type.__struct_fields__
    }
    if any(key.startswith(f"{game.name}_do_") for key in everything):
        verbs = (str(kind.__struct_config__.tag) for kind in game.move_types)
        needed |= {f"{game.name}_do_{verb}": f"the move {verb}" for verb in verbs}
    if any(key.startswith(f"{game.name}_part_") for key in everything):
        view = game.start(game.seat_counts[0], game.options_type()).view(None)
        names = view if isinstance(view, dict) else ()
        needed |= {f"{game.name}_part_{name}": f"the part {name}" for name in names}
    for language, keys in said.items():
        for key, what in needed.items():
            assert key in keys, f"{what} has no name in {language}: {key} is missing"
        for key in sorted(everything):
            having = [other for other, found in said.items() if key in found]
            assert key in keys, f"{key} is said in {' and '.join(having)} and missing in {language}"
    _check_clauses(game)


def _check_clauses(game: Game) -> None:
    """Check that the rulebook, if there is one, has the same clauses in every language."""
    if not (folder(game.name) / "rulebook").is_dir():
        return
    books = {}
    for language in LANGUAGES:
        with promised(f"{game.name} has no rulebook in {language}"):
            books[language] = clauses(game.name, language)
    for clause in {clause: None for book in books.values() for clause in book}:
        for language, book in books.items():
            assert book.get(clause), f"the clause {clause} is missing in {language}"
