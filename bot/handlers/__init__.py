"""What the bot does with each request; small classes, wired once in the composition root."""
