"""The settings of a chat, and what they permit. Start at ``panel``."""
