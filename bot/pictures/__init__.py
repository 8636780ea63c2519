"""Pictures: sketches of views, the thread that draws them, photos sent and remembered.

Start at ``sketches``; the package ``render`` paints.
"""
