"""The work of commands that need no chat: the doctor, backups and restoring."""
