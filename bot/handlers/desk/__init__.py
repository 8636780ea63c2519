"""The owners' desk: what those named in ``OWNER_IDS`` ask for in their private chats, and what they are told unasked.

To everybody else none of it exists.
"""
