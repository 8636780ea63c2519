ladder-press-again = ⌛ That press came too late; press again.
