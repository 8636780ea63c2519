"""What is said: the terms of a table, events, standings, rules and help in a language of the interface."""
