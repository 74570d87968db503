import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QTextDocument

from inspector.gui.widgets.safe_browser import SafeBrowser


@pytest.fixture
def opened(monkeypatch):
    addresses = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: addresses.append(url.toString()))
    return addresses


@pytest.fixture
def browser(qtbot):
    made = SafeBrowser()
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize("address", ["file:///etc/hostname", "http://127.0.0.1:9/x.png", "/etc/hostname", "qrc:/x"])
def test_no_resource_is_ever_loaded(browser, address):
    assert browser.loadResource(QTextDocument.ResourceType.ImageResource, QUrl(address)).isEmpty()


def test_a_web_address_is_opened_only_after_it_was_confirmed(browser, opened, monkeypatch):
    asked = []
    monkeypatch.setattr(SafeBrowser, "confirm", lambda self, address: asked.append(address) or False)
    browser.anchorClicked.emit(QUrl("https://example.org/a"))
    assert (asked, opened) == (["https://example.org/a"], [])
    monkeypatch.setattr(SafeBrowser, "confirm", lambda self, address: True)
    browser.anchorClicked.emit(QUrl("https://example.org/a"))
    assert opened == ["https://example.org/a"]


@pytest.mark.parametrize("address", ["file:///etc/hostname", "javascript:alert(1)", "ssh://host", "x-app:run"])
def test_other_addresses_are_not_opened_at_all(browser, opened, monkeypatch, address):
    monkeypatch.setattr(SafeBrowser, "confirm", lambda self, address: True)
    browser.anchorClicked.emit(QUrl(address))
    assert opened == []


def test_own_links_are_handed_to_the_pane(browser, qtbot):
    with qtbot.waitSignal(browser.asked) as caught:
        browser.anchorClicked.emit(QUrl("inspector:image/2"))
    assert caught.args == ["image/2"]
