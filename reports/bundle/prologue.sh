set -u
export LC_ALL=C.UTF-8 2>/dev/null
answers=$(mktemp -d) || exit
trap 'rm -rf "$answers"' EXIT

# call N SECONDS REQUEST RECORDED ARGUMENT...: sends exchange N by curl, waits
# for its answer at most so long, and shows it under the recorded one.
call() {
  local exchange=$1 seconds=$2 request=$3 recorded=$4 status
  shift 4
  status=$(curl -sSg --path-as-is -m "$seconds" -o "$answers/$exchange" -w '%{http_code}' "$@" 2>"$answers/$exchange.error")
  printf '%s  %s\n   recorded: %s\n   now:      %s  %s\n' "$exchange" "$request" "$recorded" "$status" "$(shown "$exchange")"
}

# shown N: the new answer to exchange N without granted credentials and without
# what a terminal obeys.
shown() {
  cat "$answers/$1.error" "$answers/$1" 2>/dev/null | head -c 2000 | tr -d '\000-\010\013-\037\177' |
    sed -E 's/("[A-Za-z_]*([Tt]oken|[Ss]ecret[A-Za-z_]*)"[[:space:]]*:[[:space:]]*")[^"]*/\1***/g'
}

# value N FIELD K: the Kth string called FIELD in the new answer to exchange N,
# with the escapes of JSON.
value() {
  local found
  found=$(tr '\n' ' ' <"$answers/$1" | grep -oE "\"$2\"[[:space:]]*:[[:space:]]*\"([^\"\\\\]|\\\\.)*\"" | sed -n "$3p" |
    sed -E 's/^"[^"]*"[[:space:]]*:[[:space:]]*"//; s/"$//')
  if [ -z "$found" ]; then
    echo "The new answer to exchange $1 has no $2 number $3, as the recorded one had: no more can be sent." >&2
    return 1
  fi
  printf '%s' "$found"
}

# url TEXT: a text that has the escapes of JSON, as a part of a URL.
url() {
  local LC_ALL=C text i byte
  text=${1//\\\//\/}
  printf -v text '%b' "${text//\\u00/\\x}"
  for ((i = 0; i < ${#text}; i++)); do
    case ${text:i:1} in
      [A-Za-z0-9._~-]) printf '%s' "${text:i:1}" ;;
      *)
        printf -v byte '%d' "'${text:i:1}"
        printf '%%%02X' $((byte & 255))
        ;;
    esac
  done
}

# other C A B: A, or B where the character C is A already.
other() { if [ "$1" = "$2" ]; then printf '%s' "$3"; else printf '%s' "$2"; fi; }
