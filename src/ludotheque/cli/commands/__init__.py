"""The commands, a module each; a module adds its commands to the app in the language of the terminal."""
