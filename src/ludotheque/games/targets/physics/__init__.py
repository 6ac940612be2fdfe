"""The simulated table of Targets: from a layout and a flick to a reading, a new layout and key frames.

MuJoCo is imported only when something is simulated: layouts, readings and key frames work without it.
"""
