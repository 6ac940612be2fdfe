"""The compiled rules of Exxtra."""
