"""The bot as it runs, several processes of it, and a stand-in for Telegram that drives them: for benches and trials.

Owns the processes, their Redis, and a Bot API server over HTTP that hands out updates and keeps all that was sent.
Knows no game: what is said in the chats is its users' business.
"""
