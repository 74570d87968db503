"""The interfaces of the providers that agents speak, one file each."""

from live.wire import Wire
from live.wires.completions import Completions
from live.wires.gemini import Gemini
from live.wires.messages import Messages
from live.wires.responses import Responses

WIRES: dict[str, Wire] = {type(one).__name__.lower(): one for one in (Messages(), Responses(), Completions(), Gemini())}
