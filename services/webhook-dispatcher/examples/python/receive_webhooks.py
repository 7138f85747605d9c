"""Receives webhooks: WEBHOOK_SECRET=whsec_... PORT=3000 WEBHOOK_DATABASE=webhooks.sqlite python3 receive_webhooks.py

Python 3.9 or newer, standard library only.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import sqlite3
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]
KEY = base64.b64decode(SECRET.removeprefix("whsec_"))
if len(KEY) < 16:
    raise SystemExit("WEBHOOK_SECRET is not set")
TOLERANCE_SECONDS = 300
MAX_BODY_BYTES = 256 * 1024
DATABASE = os.environ.get("WEBHOOK_DATABASE", "webhooks.sqlite")

# Work for later, by event type. Events can overtake each other: a job reads the present state from the API.
JOBS = {
    "verification.completed": "use_decision",
    "verification.resolved": "use_decision",
    "batch.completed": "fetch_results",
    "deposit.created": "show_progress",
    "deposit.receipt_submitted": "show_progress",
    "deposit.receipt_rejected": "show_progress",
    "deposit.partially_paid": "show_progress",
    "deposit.review_required": "review_receipt",
    "deposit.confirmed": "deliver_order",
    "deposit.expired": "cancel_order",
    "deposit.canceled": "cancel_order",
    "deposit.late_receipt": "review_receipt",
    "bank_account.created": "warn_owner",
    "bank_account.updated": "warn_owner",
    "bank_account.deleted": "warn_owner",
    "profile.updated": "warn_owner",
    "account.registration_attempted": "warn_owner",
    "credits.low": "buy_credits",
}

TABLES = """
create table if not exists webhook_inbox (event_id text primary key, type text not null, body text not null);
create table if not exists webhook_jobs (event_id text primary key, job text not null);
"""


def is_genuine(headers, raw_body):
    """Checks that the sender knows our secret and signed exactly this body, within the last 5 minutes."""
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{webhook_id}.{timestamp}.".encode("latin-1") + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    # Two signatures while a secret is being rotated; one match is enough.
    signatures = headers.get("webhook-signature", "").encode("latin-1").split(b" ")
    return any(hmac.compare_digest(given, expected) for given in signatures)


def store(raw_body):
    """Stores the event and its job in one transaction, once. Events of other types are kept without a job."""
    event = json.loads(raw_body)
    event_id, event_type = event["id"], event["type"]
    with closing(sqlite3.connect(DATABASE)) as database, database:  # commits, or rolls back on an error
        added = database.execute(
            "insert into webhook_inbox values (?, ?, ?) on conflict do nothing", (event_id, event_type, raw_body.decode())
        )
        is_new = added.rowcount == 1
        # A test has "test": true: nothing has happened, so no order is delivered.
        if is_new and event_type in JOBS and not event.get("test"):
            database.execute("insert into webhook_jobs values (?, ?)", (event_id, JOBS[event_type]))
    print("handled" if is_new else "repeated", event_id, event_type, flush=True)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections open
    timeout = 30

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not re.fullmatch(r"[0-9]{1,9}", length) or int(length) > MAX_BODY_BYTES:
            self.close_connection = True
            self.respond(413)
            return
        # The raw bytes: parsing and serializing JSON changes them.
        raw_body = self.rfile.read(int(length))
        if not is_genuine(self.headers, raw_body):
            self.respond(401)
            return
        try:
            store(raw_body)
        except Exception as error:
            print(f"failed: {error!r}", flush=True)
            self.respond(500)  # It is sent again.
            return
        self.respond(204)

    def respond(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    with closing(sqlite3.connect(DATABASE)) as opened:
        opened.executescript(TABLES)
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
