"""What the page needs to play without a server, made from the rules themselves when the page is built: `python -m spieltisch.browser`."""
