"""Events, scores, options, rules and help as sentences in a language of the interface. Start at ``speaker``."""
