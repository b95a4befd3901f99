#!/bin/sh
# Starts Branán in the Tablut competition of Bologna: runmyplayer.sh ROLE SECONDS IP
exec "$(dirname "$0")/branan" connect tablut "$@"
