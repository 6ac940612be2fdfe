"""The Zoch edition of Targets: two to six players, targets with a hole, four points win."""
