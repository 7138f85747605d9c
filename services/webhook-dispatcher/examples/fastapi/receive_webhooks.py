"""Receives webhooks: WEBHOOK_SECRET=whsec_... PORT=3000 WEBHOOK_DATABASE=webhooks.sqlite python3 receive_webhooks.py

pip install fastapi uvicorn standardwebhooks
"""

import json
import os
import sqlite3
from contextlib import closing

import uvicorn
from fastapi import FastAPI, HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from standardwebhooks import Webhook

WEBHOOK = Webhook(os.environ["WEBHOOK_SECRET"])
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


with closing(sqlite3.connect(DATABASE)) as opened:
    opened.executescript(TABLES)

app = FastAPI()


@app.post("/webhooks", status_code=204)
async def receive(request: Request) -> None:
    raw_body = await request.body()  # The raw bytes: parsing and serializing JSON changes them.
    try:
        WEBHOOK.verify(raw_body, dict(request.headers), json_parse=False)
    except Exception:  # Malformed headers raise errors of several kinds.
        raise HTTPException(status_code=401)
    await run_in_threadpool(store, raw_body)


def store(raw_body: bytes) -> None:
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


if __name__ == "__main__":
    uvicorn.run(app, port=int(os.environ.get("PORT", "3000")), access_log=False)
