"""The commands of ``harfiyen``, a module each: ``add_arguments`` declares what it takes, ``run`` carries it out."""
