"""The bot's side of the playground: the methods of the Bot API, their parameters, faults, the journal and webhooks."""
