#!/bin/sh
# What a person with a screen reader runs, on one display and one bus: the tree of accessible objects, Orca, Firefox.
# Lines of its input are commands of xdotool: real keys.
#   reader-session.sh <folder> <address>
folder=$1
/usr/libexec/at-spi-bus-launcher --launch-immediately --a11y=1 --screen-reader=1 &
# It refuses to start beside another one, and one that has just been ended is there for a moment.
while true; do
  orca --user-prefs="$folder/orca" --disable=braille --debug-file="$folder/spoken"
  sleep 0.5
done &
until grep -q 'SPEECH OUTPUT' "$folder/spoken" 2>/dev/null; do sleep 0.2; done
firefox-esr --marionette --no-remote --profile "$folder/profile" "$2" &
while read -r keys; do
  # shellcheck disable=SC2086 -- a line is a command and its arguments
  xdotool $keys
done
