"""What groups remember of finished games: what is written of them, and the figures that are derived from that."""
