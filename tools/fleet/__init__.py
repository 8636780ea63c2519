"""The bot as it runs, several processes of it, and a stand-in for Telegram that drives them: for benches and trials.

Owns the processes, their Redis, and bots for the playground's Bot API server that keep nothing of what was sent.
Knows no game: what is said in the chats is its users' business.
"""
