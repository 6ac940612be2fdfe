#!/usr/bin/python3
"""A window with nothing but a page of WebKit in it, for its WebDriver to start; runs on Debian's own Python.

The small browser that comes with the driver has a wide toolbar, so that no page in it is as narrow as a
phone, and keeps the console to itself.

webkit_window.py webgl|no-webgl
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")

from gi.repository import Gtk, WebKit2  # noqa: E402

context = WebKit2.WebContext.get_default()
context.set_automation_allowed(True)
view = WebKit2.WebView(
    web_context=context,
    settings=WebKit2.Settings(
        enable_write_console_messages_to_stdout=True, enable_webgl=sys.argv[1] == "webgl"
    ),
    is_controlled_by_automation=True,
)


def start(_context: object, session: "WebKit2.AutomationSession") -> None:
    """Give the driver the one page, under the name it expects."""
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")
    info.set_version(WebKit2.MAJOR_VERSION, WebKit2.MINOR_VERSION, WebKit2.MICRO_VERSION)
    session.set_application_info(info)
    session.connect("create-web-view", lambda _session: view)


context.connect("automation-started", start)
window = Gtk.Window()
window.add(view)
window.show_all()
view.connect("close", Gtk.main_quit)
Gtk.main()
