#!/bin/sh
# A provisioning command for leasecheck: makes, fills, purges and deletes the
# queues of a server that speaks Basaltic or EZGH. It needs a POSIX shell, the
# POSIX tools and curl, and takes from the environment
#
#   QUEUES_DIALECT       basaltic or ezgh
#   QUEUES_URL           the base of the server's API
#   QUEUES_TOKEN         its bearer token or API key
#   QUEUES_ORGANIZATION  and
#   QUEUES_PROJECT       where the queues are (ezgh)
#
# It reads one JSON object a line and answers each with one, in any order; what
# it has to say beside that goes to its standard error. It does without a JSON
# parser, since leasecheck writes its lines without spaces and their fields in
# a fixed order, and since no quote stands unescaped within a JSON text: so
# "group":" is that field, whatever a message's body holds.
set -u
LC_ALL=C
export LC_ALL

: "${QUEUES_DIALECT:?is basaltic or ezgh}" "${QUEUES_URL:?is the base of the API}" "${QUEUES_TOKEN:?is the API's token}"
case $QUEUES_DIALECT in
basaltic)
	queues=$QUEUES_URL/v1/queues
	;;
ezgh)
	: "${QUEUES_ORGANIZATION:?is needed for ezgh}" "${QUEUES_PROJECT:?is needed for ezgh}"
	queues=$QUEUES_URL/v1/organizations/$QUEUES_ORGANIZATION/projects/$QUEUES_PROJECT/queues
	;;
*)
	echo "QUEUES_DIALECT is $QUEUES_DIALECT: it is basaltic or ezgh" >&2
	exit 2
	;;
esac

# The token is in a file of curl's, since other users see a command's arguments.
umask 077
config=$(mktemp) || exit 1
trap 'rm -f "$config"' EXIT
trap 'exit 1' HUP INT TERM
printf 'header = "Authorization: Bearer %s"\n' "$QUEUES_TOKEN" >"$config"

# answer RESULT answers the request.
answer() { printf '{"id":%s,"result":%s}\n' "$id" "$1"; }

# refuse CODE MESSAGE says why the request was not done.
refuse() { printf '{"id":%s,"error":{"code":"%s","message":"%s"}}\n' "$id" "$1" "$2"; }

# call METHOD PATH [BODY] sends a request and puts what came back into status
# and reply. It fails when that is no success.
call() {
	reply=$(printf '%s' "${3-}" | curl -sS -m 25 -K "$config" -X "$1" ${3:+-H 'Content-Type: application/json' --data-binary @-} \
		-w '\n%{http_code}' "$queues$2") || { status=000 && return 1; }
	status=${reply##*
}
	reply=${reply%
*}
	case $status in
	2??) ;;
	*) echo "$1 $2 answered $status: $reply" >&2 && return 1 ;;
	esac
}

# failed says that a call failed: the server does not offer what it does not know.
failed() {
	case $status in
	405 | 501) refuse unsupported "$op: the server answered $status" ;;
	*) refuse failed "$op: the server answered $status" ;;
	esac
}

# texts FIELD lists the texts that the reply has for a field, one a line.
texts() { printf '%s' "$reply" | tr -d ' \t\r\n' | tr '{,}' '\n\n\n' | sed -n 's/^"'"$1"'":"\([^"]*\)".*/\1/p'; }

# shallow prints the reply without the objects within its one field.
shallow() { printf '%s' "$reply" | tr -d '\r\n' | sed -e :a -e 's/\({[^{}]*{[^{}]*\){[^{}]*}/\1/' -e ta; }

# create makes the queue with the line's settings.
create() {
	settings=${line#*\"settings\":}
	settings=${settings%\}}
	case $QUEUES_DIALECT in
	basaltic)
		case $settings in *'"kind":"fifo"'*) queue=${queue%.fifo}.fifo ;; esac
		body=$(printf '%s' "$settings" | sed -e 's/"kind":"[a-z]*"/"name":"'"$queue"'"/' \
			-e 's/"visibility_seconds"/"visibility_timeout_seconds"/' \
			-e 's/"receive_wait_seconds"/"receive_wait_time_seconds"/' \
			-e 's/"retention_seconds"/"message_retention_seconds"/' \
			-e 's/"data_key_reuse_seconds"/"kms_data_key_reuse_period_seconds"/' \
			-e 's/"key":/"kms_key":/' \
			-e 's/"dead_letter":\("[^"]*"\),"max_receives":\([0-9]*\)/"redrive_policy":{"dead_letter_queue":\1,"max_receive_count":\2}/')
		field=id
		;;
	ezgh)
		for lacking in delay_seconds data_key_reuse_seconds key content_based_deduplication; do
			case $settings in *"\"$lacking\":"*) refuse unsupported "ezgh has no $lacking" && return ;; esac
		done
		body=$(printf '%s' "$settings" | sed -e 's/"kind":"fifo"/"name":"'"$queue"'","fifo":true/' \
			-e 's/"kind":"[a-z]*"/"name":"'"$queue"'"/' \
			-e 's/"visibility_seconds"/"visibilityTimeoutSeconds"/' \
			-e 's/"receive_wait_seconds"/"receiveWaitSeconds"/' \
			-e 's/"retention_seconds"/"messageRetentionSeconds"/' \
			-e 's/"dead_letter":\("[^"]*"\),"max_receives":\([0-9]*\)/"deadLetter":{"queueId":\1,"maxReceives":\2}/')
		field=queueId
		;;
	esac
	call POST '' "$body" || { failed && return; }
	reply=$(shallow)
	answer "{\"queue\":\"$(texts $field)\"}"
}

# send sends the line's messages: one by itself, several as a batch.
send() {
	messages=${line#*\"messages\":}
	messages=${messages%\}}
	case $QUEUES_DIALECT in
	basaltic)
		messages=$(printf '%s' "$messages" | sed -e 's/"group":"/"message_group_id":"/g' \
			-e 's/"deduplication_id":"/"message_deduplication_id":"/g')
		field=message_id
		;;
	ezgh) # attributes have no type there
		messages=$(printf '%s' "$messages" | sed -E -e 's/"group":"/"groupId":"/g' \
			-e 's/"deduplication_id":"/"deduplicationId":"/g' -e 's/"delay_seconds":([0-9])/"delaySeconds":\1/g' \
			-e 's/:\{("type":"[^"]*",)?"value":("([^"\\]|\\.)*")\}/:\2/g')
		field=messageId
		;;
	esac
	case $messages in
	*'},{"body":'*)
		case $QUEUES_DIALECT in
		basaltic) batch="{\"entries\":$(printf '%s' "$messages" | numbered)}" ;;
		ezgh) batch="{\"messages\":$messages}" ;;
		esac
		call POST "/$queue/messages/batch" "$batch" || { failed && return; }
		reply=$(printf '%s' "$reply" | tr -d ' \t\r\n')
		case $reply in *'"error":"'*) echo "$reply" >&2 && refuse failed "$op: not all were accepted" && return ;; esac
		case $QUEUES_DIALECT in basaltic) reply=$(printf '%s' "$reply" | ordered) ;; esac
		;;
	*)
		single=${messages#?}
		call POST "/$queue/messages" "${single%?}" || { failed && return; }
		;;
	esac
	answer "{\"message_ids\":[$(texts $field | sed 's/.*/"&"/' | paste -s -d , -)]}"
}

# numbered gives each message an id within the batch.
numbered() { awk '{ n = 0; while (sub(/\{"body":/, "{\"id\":\"e" n++ "\",\"body\":")); print }'; }

# ordered puts the results of a batch, which come in any order, into that of their ids.
ordered() { tr '{}' '\n\n' | sed -n 's/.*"id":"e\([0-9]*\)".*/\1 &/p' | sort -n; }

purge() {
	call POST "/$queue/purge" || { failed && return; }
	answer true
}

delete() {
	call DELETE "/$queue" || [ "$status" = 404 ] || { failed && return; }
	answer true
}

# serve does what one line asks for.
serve() {
	id=${line#*\"id\":}
	id=${id%%,*}
	op=${line#*\"op\":\"}
	op=${op%%\"*}
	queue=${line#*\"queue\":\"}
	queue=${queue%%\"*}
	case $op in
	create | send | purge | delete) $op ;;
	*) refuse unsupported "$op is not known here" ;;
	esac
}

# Requests overlap, as leasecheck's cases do.
while IFS= read -r line; do
	serve </dev/null &
done
wait
