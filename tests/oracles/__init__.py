"""Games once more, from their rules alone: what the product plays is held against these."""
