"""The animation of the README: a word laid by taps, filmed on the playground's page."""
