# SPDX-License-Identifier: Apache-2.0
# Completes the commands, options and values of PROGRAM in bash and zsh.
# To use it in this shell: source <(START completion bash)
# To use it in each new shell, add this command, with the full path of PROGRAM, to ~/.bashrc or ~/.zshrc.

if [[ -n ${ZSH_VERSION:-} ]]; then
    autoload -Uz compinit bashcompinit
    type compdef >/dev/null || compinit
    bashcompinit
fi

# Sets the subcommands of the command $1, the names of its options, and the values of its option $2. If $2 is empty, sets the values of the
# parameters of the command. list=1: the option takes several values with commas. files=1: the values are files. Fails if $2 takes no value.
_describe_FUNCTION() {
    subcommands='' names='' values='' list='' files=''
    case $1 in
COMMANDS
    *) return 1 ;;
    esac
}

_complete_FUNCTION() {
    local current=${COMP_WORDS[COMP_CWORD]} command='' option='' prefix='' word i
    local subcommands names values list files
    COMPREPLY=()

    # Find the command, and the option that needs a value. Bash splits words at = and at :
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ -n $option ]]; then
            [[ $word == '=' ]] || option=''
        elif [[ $word == [=:]* ]]; then
            option=$word
        elif [[ $word == -* ]]; then
            if _describe_FUNCTION "$command" "$word"; then
                option=$word
            fi
        else
            _describe_FUNCTION "$command" ''
            if [[ " $subcommands " == *" $word "* ]]; then
                command=${command:+$command }$word
            fi
        fi
    done

    if [[ -z $option && $current == --*=* ]]; then
        option=${current%%=*}
        prefix=$option=
        current=${current#*=}
    elif [[ -n $option && $current == '=' ]]; then
        current=''
    elif [[ -z $option && $current == [=:]* ]]; then
        return 0
    fi
    _describe_FUNCTION "$command" "$option" || return 0
    if [[ -z $option && $current == -* ]]; then
        values=$names files=''
    elif [[ -z $option ]]; then
        values="$subcommands $values"
    elif [[ -n $list && $current == *,* ]]; then
        prefix=$prefix${current%,*},
        current=${current##*,}
    fi

    while IFS= read -r word; do
        COMPREPLY+=("$prefix$word")
    done < <(compgen -W "$values" -- "$current")
    if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do
            COMPREPLY+=("$prefix$word")
        done < <(compgen -f -- "$current")
    fi
    return 0
}

if [[ -n ${ZSH_VERSION:-} ]]; then
    complete -o filenames -F _complete_FUNCTION PROGRAM
else
    complete -F _complete_FUNCTION PROGRAM
fi
