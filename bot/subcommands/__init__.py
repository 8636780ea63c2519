"""The commands of ``harfiyen``, one module each: ``add_arguments`` declares the arguments, ``run`` runs the command."""
