"""The error for a problem that is wrong."""


class Refused(Exception):
    """A problem that a check refuses, with the reason."""


def demand(holds, reason):
    """Refuses the problem unless the condition holds."""
    if not holds:
        raise Refused(reason)
