"""What tests share: boards as pictures, games from sentences, an independent scorer, whole games as text."""
