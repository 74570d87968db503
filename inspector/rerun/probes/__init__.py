"""Questions that a context alone has to answer."""
