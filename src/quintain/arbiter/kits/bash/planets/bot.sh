#!/usr/bin/env bash
# A bot for Planets. Each planet of ours sends ships to the planet that is cheapest to take.
#
# Every turn the arena writes a picture of the galaxy to our standard input:
#
#     P <id> <x> <y> <growth> <owner> <ships>    one line for each planet; owner 0 is nobody
#     M <number>                                 what our teammate has told us
#     Y <id>                                     who we are
#     .                                          the picture is complete
#
# We answer on standard output with as many launches as we like, and a dot:
#
#     F <from> <to> <ships>
#     .
declare -A x y growth owner ships
declare -A landed # fleets are invisible, so we remember when our own will have landed
turn=1

# distance FROM TO: the turns that a fleet takes, in $turns: the whole part of the square root.
distance() {
    local dx=$((x[$1] - x[$2])) dy=$((y[$1] - y[$2]))
    local square=$((dx * dx + dy * dy))
    turns=1
    while (((turns + 1) * (turns + 1) <= square)); do ((turns++)); done
}

# needed FROM TO: how many ships it takes to conquer a planet, in $need: those of others grow until we arrive.
needed() {
    distance "$1" "$2"
    need=$((ships[$2] + 1 + (owner[$2] != 0 ? growth[$2] * turns : 0)))
}

# attack FROM: launch at the best target for this planet, if it can take one.
attack() {
    local from=$1 target best= best_price best_need best_turns need turns price
    for target in "${!owner[@]}"; do
        ((owner[$target] == me || ${landed[$target]:-0} > turn || ships[$target] >= ships[$from])) && continue
        needed "$from" "$target"
        ((need > ships[$from])) && continue
        # Cheap, near and fertile is good, and a low price: this is where your own ideas go.
        price=$((100 * (need + turns) / (growth[$target] + 1)))
        if [[ -z $best ]] || ((price < best_price)); then
            best=$target best_price=$price best_need=$need best_turns=$turns
        fi
    done
    [[ -z $best ]] && return
    echo "F $from $best $best_need"
    landed[$best]=$((turn + best_turns))
}

while read -r kind a b c d e f; do
    case $kind in
    P) # bash has no fractions: of the place, the whole part must do
        x[$a]=${b%.*} y[$a]=${c%.*} growth[$a]=$d owner[$a]=$e ships[$a]=$f ;;
    Y) me=$a ;;
    .)
        for planet in "${!owner[@]}"; do
            ((owner[$planet] == me)) && attack "$planet"
        done
        echo .
        ((turn++))
        ;;
    esac
done
