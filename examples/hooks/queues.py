#!/usr/bin/env python3
"""A provisioning command for leasecheck, in Python's standard library alone.

Makes, fills, purges and deletes the queues of a server that speaks Basaltic or
EZGH. It reads one JSON object a line and answers each with one, in any order;
what it has to say beside that goes to its standard error. The environment says
where the server is: QUEUES_DIALECT (basaltic or ezgh), QUEUES_URL, QUEUES_TOKEN
and, for ezgh, QUEUES_ORGANIZATION and QUEUES_PROJECT.
"""

import json
import os
import sys
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

REQUEST_SECONDS = 25  # leasecheck gives up on a request after 30
AT_ONCE = 64  # as many cases as overlap


class Unsupported(Exception):
    """The server does not offer this: no reason to judge it."""


class Failed(Exception):
    """The server did not do what it offers."""


class Server:
    """The requests of all dialects."""

    def __init__(self, base, token):
        self.base, self.token = base, token

    def call(self, method, path, body=None):
        """Sends a request and gives the decoded answer of a success."""
        request = urllib.request.Request(self.base + path, method=method)
        request.add_header("Authorization", "Bearer " + self.token)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=REQUEST_SECONDS) as answer:
                text = answer.read()
        except urllib.error.HTTPError as e:
            print(f"{method} {path} answered {e.code}: {e.read(500).decode(errors='replace')}", file=sys.stderr)
            reason = f"the server answered {e.code}"
            raise (Unsupported if e.code in (405, 501) else Failed)(reason) from e
        return json.loads(text) if text.strip() else {}

    def purge(self, queue):
        self.call("POST", f"/{queue}/purge")
        return True

    def delete(self, queue):
        try:
            self.call("DELETE", f"/{queue}")
        except Failed as e:
            if e.__cause__.code != 404:
                raise
        return True


class Basaltic(Server):
    """A server that speaks Basaltic Queue."""

    SETTINGS = {
        "visibility_seconds": "visibility_timeout_seconds",
        "receive_wait_seconds": "receive_wait_time_seconds",
        "retention_seconds": "message_retention_seconds",
        "delay_seconds": "delay_seconds",
        "data_key_reuse_seconds": "kms_data_key_reuse_period_seconds",
        "key": "kms_key",
        "content_based_deduplication": "content_based_deduplication",
    }
    MESSAGE = {"group": "message_group_id", "deduplication_id": "message_deduplication_id"}

    def __init__(self, environment):
        super().__init__(environment["QUEUES_URL"] + "/v1/queues", environment["QUEUES_TOKEN"])

    def create(self, name, settings):
        if settings.pop("kind", "") == "fifo" and not name.endswith(".fifo"):
            name += ".fifo"
        body = {"name": name}
        if "dead_letter" in settings:
            body["redrive_policy"] = {
                "dead_letter_queue": settings.pop("dead_letter"),
                "max_receive_count": settings.pop("max_receives"),
            }
        body.update(renamed(settings, self.SETTINGS))
        return {"queue": self.call("POST", "", body)["queue"]["id"]}

    def send(self, queue, messages):
        messages = [{self.MESSAGE.get(k, k): v for k, v in m.items()} for m in messages]
        if len(messages) == 1:
            return {"message_ids": [self.call("POST", f"/{queue}/messages", messages[0])["result"]["message_id"]]}
        for n, message in enumerate(messages):
            message["id"] = str(n)
        results = {r["id"]: r for r in self.call("POST", f"/{queue}/messages/batch", {"entries": messages})["results"]}
        return {"message_ids": accepted([results[m["id"]] for m in messages], "message_id")}


class EZGH(Server):
    """A server that speaks EZGH Cloud Queues, with the assumed producer's side."""

    SETTINGS = {
        "visibility_seconds": "visibilityTimeoutSeconds",
        "receive_wait_seconds": "receiveWaitSeconds",
        "retention_seconds": "messageRetentionSeconds",
    }
    MESSAGE = {"group": "groupId", "deduplication_id": "deduplicationId", "delay_seconds": "delaySeconds"}

    def __init__(self, environment):
        place = "/v1/organizations/{QUEUES_ORGANIZATION}/projects/{QUEUES_PROJECT}/queues".format_map(environment)
        super().__init__(environment["QUEUES_URL"] + place, environment["QUEUES_TOKEN"])

    def create(self, name, settings):
        body = {"name": name, "fifo": settings.pop("kind", "") == "fifo"}
        if "dead_letter" in settings:
            body["deadLetter"] = {"queueId": settings.pop("dead_letter"), "maxReceives": settings.pop("max_receives")}
        body.update(renamed(settings, self.SETTINGS))
        return {"queue": self.call("POST", "", body)["queue"]["queueId"]}

    def send(self, queue, messages):
        messages = [{self.MESSAGE.get(k, k): v for k, v in m.items()} for m in messages]
        for message in messages:  # attributes have no type here
            if "attributes" in message:
                message["attributes"] = {name: a["value"] for name, a in message["attributes"].items()}
        if len(messages) == 1:
            return {"message_ids": [self.call("POST", f"/{queue}/messages", messages[0])["messageId"]]}
        results = self.call("POST", f"/{queue}/messages/batch", {"messages": messages})["results"]
        return {"message_ids": accepted(results, "messageId")}


def renamed(settings, names):
    """Settings by the server's names; one that it does not know is unsupported."""
    for name in settings:
        if name not in names:
            raise Unsupported(f"queues with {name}")
    return {names[name]: value for name, value in settings.items()}


def accepted(results, field):
    """The ids of a batch's messages, all of which must have been accepted."""
    for result in results:
        if field not in result:
            raise Failed(f"an entry of the batch was not accepted: {result.get('error')}")
    return [result[field] for result in results]


def serve(server, request):
    """Does what one request asks for, and gives its answer."""
    op, queue = request["op"], request["queue"]
    try:
        if op == "create":
            result = server.create(queue, request.get("settings", {}))
        elif op == "send":
            result = server.send(queue, request["messages"])
        elif op in ("purge", "delete"):
            result = getattr(server, op)(queue)
        else:
            raise Unsupported("not known here")
    except Unsupported as e:
        return {"id": request["id"], "error": {"code": "unsupported", "message": f"{op}: {e}"}}
    except Failed as e:
        return {"id": request["id"], "error": {"code": "failed", "message": f"{op}: {e}"}}
    except (OSError, KeyError, ValueError) as e:  # no answer, or none that can be read
        return {"id": request["id"], "error": {"code": "failed", "message": f"{op}: {type(e).__name__}: {e}"}}
    return {"id": request["id"], "result": result}


def main():
    dialects = {"basaltic": Basaltic, "ezgh": EZGH}
    try:
        server = dialects[os.environ["QUEUES_DIALECT"]](os.environ)
    except KeyError as e:
        sys.exit(f"the environment has no QUEUES_DIALECT, QUEUES_URL and so on as this script asks for: {e}")
    writing = threading.Lock()

    def answer(line):
        text = json.dumps(serve(server, json.loads(line)))
        with writing:
            print(text, flush=True)

    with ThreadPoolExecutor(AT_ONCE) as workers:
        for line in sys.stdin:
            workers.submit(answer, line)


if __name__ == "__main__":
    main()
