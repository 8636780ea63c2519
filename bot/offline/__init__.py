"""What runs without a chat: the doctor, backups and restoring."""
