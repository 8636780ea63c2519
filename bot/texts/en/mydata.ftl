## One's own data
mydata-in-private = I show what’s kept about you in our private chat only.
button-mydata = 📄 My data
mydata-file = This file holds everything that’s kept about you. It leaves out the secrets of running games.
mydata-file-above = Your file is above. I make a new one every ten minutes at most.
mydata-shown = You appear in your groups’ rankings.
mydata-hidden = You don’t appear in your groups’ rankings.
mydata-forget = If you like, I’ll delete everything that’s kept about you.
button-ranks-leave = 🚪 Leave the rankings
button-ranks-return = ↩️ Return to the rankings
button-forget = Forget me

## Being forgotten
forget-sure =
    <b>Do you want to be forgotten?</b>

    Your settings, stats, history, invitations and games against the computer are deleted. You leave the tables that wait for players.
    The results of your games with others stay, but without your name and ID: a player without a name stands in your place.
    The proofs of those games can no longer show where their seed came from, and say so.
    Bans stay. So do the messages on Telegram, which I can’t delete.
    There’s no way back.
forget-running = { $count ->
    [one] You have a game running. You can surrender, or wait until it’s over.
   *[other] You have { $count } games running. You can surrender in all of them, or wait until they’re over.
}
button-forget-now = Yes, forget me
button-forget-surrender = 🏳️ Surrender and forget me
button-forget-later = ⏰ Forget me after my games
button-forget-keep = Keep my data
forget-begun = I’m forgetting you. I’ll write here when it’s done, usually within a minute.
forget-waits = I’ll forget you once your running games are over. If you start another one before that, I’ll wait for it too.
forget-not = Nothing was deleted. Your data are still here.
forget-done = You’re forgotten. If you write to me again, you’ll start as somebody new.
forgotten-player = Player without a name
proof-forgotten = A player of this game asked to be forgotten. The seed was worked out with their ID, so nobody can check any more where it came from. Every tile drawn still follows from the seed, and the seal still binds the secret.
