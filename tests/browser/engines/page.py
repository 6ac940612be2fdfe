"""A page in a browser, used as a person would: it is looked at, and a pointer moves over it."""

import json
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Final

from tests.patience import looks

Spot = tuple[float, float]

FIND: Final = """(where, words) => {
  const said = new RegExp(words);
  const seen = [...document.querySelectorAll(where)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) && said.test(one.textContent.trim()));
"""
COUNT: Final = FIND + "return seen.length; }"
TEXTS: Final = FIND + "return seen.map((one) => one.textContent.trim()); }"
MIDDLE: Final = (
    FIND
    + """
  const one = seen.at(0);
  if (!one) return null;
  one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = one.getBoundingClientRect();
  const spot = [Math.round(x + width / 2), Math.round(y + height / 2)];
  const top = document.elementFromPoint(...spot);
  return top && (one.contains(top) || top.contains(one)) ? spot : null;
}"""
)
"""The middle of the first thing found, where nothing lies over it."""


class Page(ABC):
    """One page of a running browser; a finger or a mouse is its only way to act."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to an address and wait until its page is loaded."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page a size in pixels."""

    @abstractmethod
    def text_of(self, expression: str) -> str:
        """Evaluate an expression whose value is a string."""

    @abstractmethod
    def act(self, actions: list[dict[str, Any]]) -> None:
        """Perform the actions of a mouse, as both WebDriver protocols write them."""

    @abstractmethod
    def picture(self) -> bytes:
        """What the page looks like, as PNG."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """The errors in the console so far."""

    def ask(self, function: str, *given: object) -> Any:
        """What a JavaScript function answers."""
        arguments = ", ".join(json.dumps(one) for one in given)
        return json.loads(self.text_of(f"JSON.stringify(({function})({arguments}) ?? null)"))

    def count(self, where: str, words: str = "") -> int:
        """How many visible things a selector finds whose text matches."""
        return int(self.ask(COUNT, where, words))

    def texts(self, where: str) -> list[str]:
        """The texts of what is visible."""
        return [str(text) for text in self.ask(TEXTS, where, "")]

    def wait(self, where: str, words: str = "") -> None:
        """Until something is visible."""
        for _ in looks(f"{where} with “{words}”"):
            if self.count(where, words):
                return

    def middle(self, where: str, words: str = "") -> Spot:
        """The middle of the first thing that a selector finds, once it lies still and open."""
        before = None
        for _ in looks(f"{where} with “{words}” to point at"):
            spot = self.ask(MIDDLE, where, words)
            if spot is not None and spot == before:
                return spot[0], spot[1]
            before = spot
        raise AssertionError("looks never end without a word")

    def click(self, where: str, words: str = "") -> None:
        """Click on the first thing that a selector finds."""
        self.drag(self.middle(where, words))

    def drag(self, *way: Spot) -> None:
        """Press the mouse at the first spot, lead it along the others and let go."""
        first, *others = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in way]
        press = [{"type": "pointerDown", "button": 0}]
        self.act([first, *press, *others, {"type": "pointerUp", "button": 0}])

    def save_picture(self, file: Path) -> None:
        """Keep what the page looks like."""
        file.write_bytes(self.picture())


def mouse(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The only input device, with what it does."""
    return [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}]
