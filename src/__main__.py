"""`python -m hindnote` is the `hindnote` command."""

from .shell.cli.main import main

if __name__ == "__main__":
    main()
