"""Who somebody is: guests, accounts, cookies, passwords and passkeys."""
