"""The chats' tables: loading, judging, changing and saving them, their deadlines, and their stored form.

Read `games` first, then `deadlines` and `served_time`.
"""
