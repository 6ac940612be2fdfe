"""The handler that holds the event loop for longest, from the metrics of a server."""

import re


def slowest(metrics: str, name: str) -> str:
    """The handler with the highest figure of a kind, and the figure in milliseconds."""
    found = re.findall(rf'^ludotheque_handler_{name}{{handler="(.*)"}} (.*)$', metrics, re.MULTILINE)
    handler, figure = max(found, key=lambda one: float(one[1]), default=("none", 0.0))
    return f"{handler.rpartition('.')[2]} {float(figure) * 1000:.0f} ms"
