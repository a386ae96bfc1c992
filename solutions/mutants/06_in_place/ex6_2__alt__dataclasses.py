import dataclasses


@dataclasses.dataclass
class Version:
    number: int = 0
    changes: list = dataclasses.field(default_factory=list)

    def bump(self, by):
        self.changes = [*self.changes, by]
        self.number = self.number + 1


@dataclasses.dataclass
class Saved:
    tensor: object

    def __post_init__(self):
        self.then = self.tensor.version.number
