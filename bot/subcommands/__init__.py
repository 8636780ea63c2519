"""The commands of ``harfiyen``, a module each: ``add_arguments`` declares the arguments, ``run`` runs it."""
