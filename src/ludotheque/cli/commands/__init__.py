"""The commands, one idea a module; each adds its commands to the app in the language of the terminal."""
