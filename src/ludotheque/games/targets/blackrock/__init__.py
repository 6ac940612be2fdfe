"""The Blackrock edition of Targets: two to four players, nine discs, three variants."""
