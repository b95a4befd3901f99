#!/bin/sh
# Double-click this file: it opens Branán's board in the browser.
cd "$(dirname "$0")" || exit 1

echo "Branán's board opens in your browser. Close this window, or press Ctrl-C, to stop it."
if ! ./branan board; then
    echo "It could not start. './branan doctor' may say why. Press Enter to close this window."
    read -r _
fi
