"""The server in a deterministic simulation: virtual time, simulated network and disk, faults from a seed.

Server processes, their clients, Redis and the workers run in one process of the operating system, on one
event loop (`loop.py`). The code of the server is the shipped one, from uvicorn's protocols down to SQLite's
statements. Everything it takes from outside comes from `world.py`. One seed is one run:
`python -m tests.simulation --seed 4711 --trace` prints the same lines every time.
"""
