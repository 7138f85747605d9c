"""Receives webhooks: WEBHOOK_SECRET=whsec_... PORT=3000 python3 receive_webhooks.py

Python 3.9 or newer, standard library only.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]
KEY = base64.b64decode(SECRET.removeprefix("whsec_"))
TOLERANCE_SECONDS = 300
MAX_BODY_BYTES = 256 * 1024

# In your shop: a table with a unique column, written in the same transaction as the webhook's effects.
seen = set()
seen_lock = threading.Lock()


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
        webhook_id = self.headers["webhook-id"]
        with seen_lock:
            if webhook_id not in seen:
                body = json.loads(raw_body)
                event = body.get("event") or body["type"]  # deposit events have a type
                print(f"handled {webhook_id} {event}", flush=True)  # queue slow work, then respond
                seen.add(webhook_id)  # only now: a failed delivery must be sent again
        self.respond(204)

    def respond(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
