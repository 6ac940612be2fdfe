"""Browsers other than Chromium, each driven through the WebDriver protocol of its own makers."""
