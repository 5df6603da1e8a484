"""How players find their team: ids go around the ring of living teammates, one a turn."""

RECEIVED_AT_MOST = 10  # ids; more than a team can have, so the ring has lost the one who waits for its own
MOST_ID = 20
PATIENCE = 10  # turns without an id, after which those who are left go on with whom they know


class Discovery:
    """The ids of the team that are known so far, our own first, and whether these are all."""

    def __init__(self, own: int) -> None:
        self.ids = [own]
        self.sent = 0  # how many of them have been passed on
        self.received = 0
        self.silence = 0
        self.complete = False

    @property
    def team(self) -> int:
        """Everybody known to be on our side, as a mask."""
        return sum(1 << id for id in self.ids)

    def hear(self, message: int) -> None:
        """Our own id, one that is known already, or too many say that everybody has been named."""
        if self.complete:
            return
        if not 1 <= message <= MOST_ID:
            self.silence += 1
            self.complete = self.silence > PATIENCE
            return
        self.received, self.silence = self.received + 1, 0
        if message not in self.ids:
            self.ids.append(message)
        else:
            self.complete = True
        self.complete |= self.received > RECEIVED_AT_MOST

    def say(self) -> int:
        """The oldest id that has not been passed on; 0 when there is nothing to say."""
        if self.complete or self.sent == len(self.ids):
            return 0
        self.sent += 1
        return self.ids[self.sent - 1]
