"""Guests and accounts: cookies, passwords, passkeys, sign-ins, recovery codes, export and erasure."""
