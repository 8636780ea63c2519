"""What a finished game's turns were worth, by what their players could know then."""
