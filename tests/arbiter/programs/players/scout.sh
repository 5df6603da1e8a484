#!/bin/sh
# Bottle Bats in a POSIX shell: sends half of each of its garrisons over the first road that leads away from it.
me=$1

section() { # reads the lines of a section into $text
    text=
    while [ "$count" -gt 0 ]; do
        read -r line || exit
        text="$text$line
"
        count=$((count - 1))
    done
}

command() { # for the fort $1 with $2 soldiers
    echo "$roads" | while read -r one other; do
        if [ "$one" = "$1" ]; then
            echo "$1 $other $(($2 / 2))"
            break
        elif [ "$other" = "$1" ]; then
            echo "$1 $one $(($2 / 2))"
            break
        fi
    done
}

while read -r count title; do
    section
    case $title in
    forts:) forts=$text ;;
    roads:) roads=$text ;;
    marches:)
        echo "# a remark, which nobody reads"
        echo "?  commands:"
        echo "$forts" | while read -r name _ _ owner garrison; do
            [ "$owner" = "$me" ] && command "$name" "$garrison"
        done
        echo end
        echo "moved as $me" >&2
        ;;
    esac
done
