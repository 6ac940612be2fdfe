"""The bars of the simulated table of Targets; `python -m bench.physics` measures them."""
