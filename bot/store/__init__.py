"""What Harfiyen remembers: games, settings and people in Redis, and the streams that lead in and out."""
