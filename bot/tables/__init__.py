"""The chats' tables: load, judge, apply, save; what is due by itself; how they are stored as JSON."""
