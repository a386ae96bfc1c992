"""The operations, one declaration each, by kind."""

from .elementwise import *  # noqa: F403
from .linear import *  # noqa: F403
from .memory import *  # noqa: F403
from .reduce import *  # noqa: F403
from .shape import *  # noqa: F403
