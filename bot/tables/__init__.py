"""The chats' tables: how they are loaded, judged, changed and saved, what is due by itself, and how they are stored.

Read `games` first, then `deadlines` and `served_time`.
"""
