#!/bin/sh
# Double-click this file, or run it in a terminal: it opens Branán's board in the browser.
cd "$(dirname "$0")" || exit 1

if [ ! -t 1 ]; then
    # Started without a window: open one, so that closing it stops the program.
    for terminal in x-terminal-emulator gnome-terminal konsole xfce4-terminal xterm; do
        command -v "$terminal" >/dev/null || continue
        case $terminal in
        gnome-terminal) exec "$terminal" -- ./play-branan.sh ;;
        *) exec "$terminal" -e ./play-branan.sh ;;
        esac
    done
fi

echo "Branán's board opens in your browser. Close this window, or press Ctrl-C, to stop it."
if ! ./branan board; then
    echo "It could not start. './branan doctor' may say why. Press Enter to close this window."
    read -r _
fi
