"""The bot's side of Telegram: typed requests in (`updates`), calls out (`gateway`), replies, buttons and menus."""
