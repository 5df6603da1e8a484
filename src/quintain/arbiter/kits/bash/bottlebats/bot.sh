#!/usr/bin/env bash
# A bot for Bottle Bats. Each fort of ours takes the neighbour that is cheapest to take; forts without a foreign
# neighbour send their soldiers on.
#
# We are started with our name as the last argument. Every turn the arena writes what we see to our standard input:
#
#     2 forts:            <name> <x> <y> <owner, or neutral> <soldiers>
#     1 roads:            <fort> <fort>
#     1 marches:          <from> <to> <owner> <soldiers> <turns to go>
#
# each title with so many lines after it. We answer on standard output with marches of our own:
#
#     1 commands:
#     <from> <to> <soldiers>
me=${!#}
turn=0

# needed FROM TO: how many soldiers it takes to conquer a fort, in $need: those of others grow by one a turn.
needed() {
    local dx=$((x[$1] - x[$2])) dy=$((y[$1] - y[$2])) turns=0
    need=$((soldiers[$2] + 1))
    [[ ${owner[$2]} == neutral ]] && return
    while ((turns * turns < dx * dx + dy * dy)); do ((turns++)); done # the square root, rounded up
    ((need += turns))
}

# command FORT: adds where its soldiers should go, and how many: this is where your own ideas go.
command_from() {
    local from=$1 to weakest= least need friends=()
    local idle=$((soldiers[$from] - danger[$from]))
    for to in ${neighbours[$from]}; do
        if [[ ${owner[$to]} == "$me" ]]; then
            friends+=("$to")
            continue
        fi
        needed "$from" "$to"
        if [[ -z $weakest ]] || ((need < least)); then weakest=$to least=$need; fi
    done
    if [[ -n $weakest ]]; then
        ((least <= idle)) && commands+=("$from $weakest $least")
    elif ((${#friends[@]} && idle > 1)); then
        # All neighbours are ours: another one in each turn, so that soldiers get about.
        commands+=("$from ${friends[turn % ${#friends[@]}]} $((idle - 1))")
    fi
}

while read -r count _; do # the title of the forts
    unset x y owner soldiers danger neighbours
    declare -A x y owner soldiers danger neighbours
    commands=()
    for ((; count > 0; count--)); do
        read -r name fort_x fort_y fort_owner garrison
        x[$name]=$fort_x y[$name]=$fort_y owner[$name]=$fort_owner soldiers[$name]=$garrison danger[$name]=0
    done
    read -r count _ # the roads
    for ((; count > 0; count--)); do
        read -r one other
        neighbours[$one]+=" $other" neighbours[$other]+=" $one"
    done
    read -r count _ # the marches
    for ((; count > 0; count--)); do
        read -r from to whose size steps
        [[ $whose == "$me" ]] || ((danger[$to] += size))
    done
    for fort in "${!owner[@]}"; do
        [[ ${owner[$fort]} == "$me" ]] && command_from "$fort"
    done
    echo "${#commands[@]} commands:"
    ((${#commands[@]})) && printf '%s\n' "${commands[@]}"
    ((turn++))
done
