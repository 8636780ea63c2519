"""Run the bot in several processes on one Redis, driven by a stand-in for Telegram, for benches and simulations.

Owns these processes and the bots' accounts at the playground's Bot API server, which keep no message. Knows no game:
the callers decide what is said in the chats.
"""
