"""Groups' history of finished games: records, and the figures derived from them."""
