import base64

from inspector.gui.panes.reader import picture_bytes

DATA = base64.b64encode(b"picture").decode()


def test_every_way_of_writing_a_picture_is_read():
    for block in (
        {"type": "image", "source": {"type": "base64", "data": DATA}},
        {"type": "image", "data": DATA},
        {"type": "input_image", "image_url": f"data:image/png;base64,{DATA}"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{DATA}"}},
    ):
        assert picture_bytes(block) == b"picture"


def test_an_address_is_never_followed():
    assert picture_bytes({"type": "image_url", "image_url": {"url": "https://example.org/x.png"}}) is None
    assert picture_bytes({"type": "image", "source": {"type": "url", "url": "file:///etc/hostname"}}) is None


def test_what_does_not_decode_is_no_picture():
    assert picture_bytes({"type": "image", "data": "not base64 at all!"}) is None
