"""Drives a Basaltic server through all operations of the official client.

Usage: basaltic_client.py CONFIG.json, where the file holds url, token,
access_key_id, secret_access_key and limited_token. Each way to call (sync,
async) and to authenticate (token, access key) goes through the same steps.
"""

import asyncio
import inspect
import json
import sys
import unittest
import uuid

import basaltic

CONFIG: dict[str, str] = {}
FIFO = ".fifo"


async def settled(value):
    """The result of a call, whichever kind of client made it."""
    return await value if inspect.isawaitable(value) else value


async def listed(items):
    """All items of an iterator, whichever kind of client made it."""
    if hasattr(items, "__aiter__"):
        return [item async for item in items]
    return list(items)


class Steps:
    """The steps, for a client of a subclass's kind and credential."""

    def make(self, **credential):
        raise NotImplementedError

    def credential(self):
        raise NotImplementedError

    def setUp(self):
        self.prefix = f"interop-{uuid.uuid4().hex[:8]}"

    def drive(self, steps, **credential):
        async def body():
            client = self.make(
                endpoints={"queue": CONFIG["url"], "iam": CONFIG["url"]},
                read_environment=False,
                max_attempts=1,
                **(credential or self.credential()),
            )
            try:
                await steps(client.queue)
            finally:
                await settled(client.aclose() if hasattr(client, "aclose") else client.close())

        asyncio.run(body())

    async def queue(self, api, suffix="", **settings):
        made = await settled(api.create_queue({"name": self.prefix + suffix, **settings}))
        return made.data["queue"]

    async def lease(self, api, queue_id, count=1, **body):
        held = []
        for _ in range(20):
            got = await settled(
                api.receive_messages(queue_id, body={"max_messages": 10, "wait_time_seconds": 1, **body})
            )
            held += got.data["messages"]
            if len(held) >= count:
                break
        self.assertEqual(len(held), count)
        return held

    async def refusal(self, call):
        """The error that a call is refused with, whichever kind of client made it."""
        with self.assertRaises(basaltic.ApiError) as caught:
            await settled(call())
        self.assertNotEqual(caught.exception.request_id, "")
        return caught.exception

    def test_queue_life(self):
        async def steps(api):
            made = await self.queue(api, visibility_timeout_seconds=45, tags={"team": "interop"})
            described = (await settled(api.describe_queue(made["id"]))).data["queue"]
            self.assertEqual(described["attributes"]["visibility_timeout_seconds"], 45)
            self.assertEqual(described["kind"], "standard")
            changed = await settled(api.update_queue(made["id"], {"delay_seconds": 5}))
            self.assertEqual(changed.data["queue"]["attributes"]["delay_seconds"], 5)
            self.assertEqual(changed.data["queue"]["attributes"]["visibility_timeout_seconds"], 45)
            await settled(api.delete_queue(made["id"]))
            gone = await self.refusal(lambda: api.describe_queue(made["id"]))
            self.assertTrue(gone.is_not_found())

        self.drive(steps)

    def test_paging(self):
        async def steps(api):
            made = {(await self.queue(api, f"-{n}"))["id"] for n in range(5)}
            seen = [q["id"] for q in await listed(api.list_queues_all(query={"limit": 2}))]
            self.assertEqual(len(seen), len(set(seen)))
            self.assertLessEqual(made, set(seen))
            one = await settled(api.list_queues(query={"name": f"{self.prefix}-3"}))
            self.assertEqual([q["name"] for q in one.items], [f"{self.prefix}-3"])
            for queue_id in made:
                await settled(api.delete_queue(queue_id))

        self.drive(steps)

    def test_single_messages(self):
        async def steps(api):
            queue_id = (await self.queue(api))["id"]
            attributes = {"attempt": {"type": "Number", "value": "1.50"}}
            sent = await settled(api.send_message(queue_id, {"body": "hällo", "attributes": attributes}))
            held = (await self.lease(api, queue_id, visibility_timeout_seconds=30))[0]
            self.assertEqual(held["id"], sent.data["result"]["message_id"])
            self.assertEqual((held["body"], held["attributes"]), ("hällo", attributes))
            handle = held["receipt_handle"]
            await settled(
                api.change_message_visibility(
                    queue_id, {"receipt_handle": handle, "visibility_timeout_seconds": 60}
                )
            )
            peeked = await settled(api.peek_messages(queue_id, query={"visibility": "in_flight"}))
            self.assertEqual([m["id"] for m in peeked.data["messages"]], [held["id"]])
            await settled(api.delete_message(queue_id, query={"receipt_handle": handle}))
            empty = await settled(api.receive_messages(queue_id))
            self.assertEqual(empty.data["messages"], [])
            await settled(api.delete_queue(queue_id))

        self.drive(steps)

    def test_batches(self):
        async def steps(api):
            queue_id = (await self.queue(api))["id"]
            entries = [{"id": f"e{n}", "body": f"body {n}"} for n in range(10)]
            sent = await settled(api.send_message_batch(queue_id, {"entries": entries}))
            self.assertEqual({r["id"] for r in sent.data["results"]}, {e["id"] for e in entries})
            held = await self.lease(api, queue_id, count=10, visibility_timeout_seconds=30)
            receipts = [{"id": f"e{n}", "receipt_handle": m["receipt_handle"]} for n, m in enumerate(held)]
            longer = [{**r, "visibility_timeout_seconds": 90} for r in receipts]
            changed = await settled(api.change_message_visibility_batch(queue_id, {"entries": longer}))
            self.assertEqual([r.get("error") for r in changed.data["results"]], [None] * 10)
            deleted = await settled(api.delete_message_batch(queue_id, {"entries": receipts}))
            self.assertEqual([r.get("error") for r in deleted.data["results"]], [None] * 10)
            await settled(api.delete_queue(queue_id))

        self.drive(steps)

    def test_purge(self):
        async def steps(api):
            queue_id = (await self.queue(api))["id"]
            for n in range(3):
                await settled(api.send_message(queue_id, {"body": str(n)}))
            purged = await settled(api.purge_queue(queue_id))
            self.assertEqual(purged.data["messages_deleted"], 3)
            await settled(api.delete_queue(queue_id))

        self.drive(steps)

    def test_fifo(self):
        async def steps(api):
            queue_id = (await self.queue(api, FIFO))["id"]
            message = {"body": "a", "message_group_id": "g", "message_deduplication_id": "1"}
            first = await settled(api.send_message(queue_id, message))
            again = await settled(api.send_message(queue_id, message))
            self.assertTrue(again.data["result"]["duplicate"])
            self.assertEqual(again.data["result"]["message_id"], first.data["result"]["message_id"])
            held = (await self.lease(api, queue_id))[0]
            self.assertEqual(held["message_group_id"], "g")
            await settled(api.delete_queue(queue_id))

        self.drive(steps)

    def test_errors(self):
        async def steps(api):
            queue_id = (await self.queue(api))["id"]
            bad = await self.refusal(lambda: api.receive_messages(queue_id, body={"max_messages": 11}))
            self.assertTrue(bad.is_invalid_input())
            taken = await self.refusal(lambda: api.create_queue({"name": self.prefix}))
            self.assertIn(taken.status_code, range(400, 500))
            missing = await self.refusal(lambda: api.purge_queue(str(uuid.uuid4())))
            self.assertTrue(missing.is_not_found())
            await settled(api.delete_queue(queue_id))

        self.drive(steps)

    def test_wrong_credentials(self):
        async def refused_token(api):
            self.assertTrue((await self.refusal(lambda: api.list_queues())).is_unauthorized())

        async def refused_key(api):
            with self.assertRaises(basaltic.AuthenticationError) as caught:
                await settled(api.list_queues())
            self.assertEqual(caught.exception.status_code, 401)

        async def not_allowed(api):
            denied = await self.refusal(lambda: api.receive_messages(str(uuid.uuid4())))
            self.assertTrue(denied.is_access_denied() or denied.is_not_found())

        self.drive(refused_token, access_token="wrong")
        self.drive(refused_key, access_key_id="wrong", secret_access_key="wrong")
        self.drive(not_allowed, access_token=CONFIG["limited_token"])


class Sync:
    def make(self, **options):
        return basaltic.Client(**options)


class Async:
    def make(self, **options):
        return basaltic.AsyncClient(**options)


class Token:
    def credential(self):
        return {"access_token": CONFIG["token"]}


class AccessKey:
    def credential(self):
        return {"access_key_id": CONFIG["access_key_id"], "secret_access_key": CONFIG["secret_access_key"]}


class SyncWithToken(Sync, Token, Steps, unittest.TestCase):
    pass


class SyncWithAccessKey(Sync, AccessKey, Steps, unittest.TestCase):
    pass


class AsyncWithToken(Async, Token, Steps, unittest.TestCase):
    pass


class AsyncWithAccessKey(Async, AccessKey, Steps, unittest.TestCase):
    pass


if __name__ == "__main__":
    with open(sys.argv.pop(1), encoding="utf-8") as file:
        CONFIG.update(json.load(file))
    unittest.main()
