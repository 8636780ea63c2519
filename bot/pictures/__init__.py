"""What is drawn: from views to sketches, painters in a thread of their own, photos sent and kept in mind."""
