"""Traces of agents as observability tools keep them: spans → calls of a model → a session.

``otlp`` and ``protobuf`` read OpenTelemetry's files, ``attributes`` tells a model's call, a tool and an agent by the
conventions that are about, ``messages`` brings their messages into one form, ``log`` puts the session together. The
exports of other tools are turned into the same ``Span`` by their adapters.
"""
