"""Play as a newcomer would, and count the costs: taps, words to read, lines, messages, and illegal places offered.

Buttons are chosen by what they say and do, not by their position: a place names a cell, a confirming button plays, a
label that ends in … shows more. So different layouts can be compared.
"""
