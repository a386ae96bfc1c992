"""Finding the forward call behind an error, or a nan, in backward."""

import warnings

from .. import modes


class detect_anomaly(modes.ModeManager):
    """Keep the stack of every forward call, and stop backward at the first nan. Slow: for debugging."""

    def __init__(self, check_nan: bool = True) -> None:
        super().__init__(anomaly=True, check_nan=check_nan)
        message = "Anomaly Detection has been enabled: every operation keeps its stack now. Slow; for debugging only."
        warnings.warn(message, UserWarning, stacklevel=2)


class set_detect_anomaly(modes.AtOnce):
    """Switch anomaly mode on or off: at once as a call, for a block in a `with`."""

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        super().__init__(anomaly=bool(mode), check_nan=check_nan)
