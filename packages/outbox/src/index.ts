export { createPublishedRows, type PublishedRows } from "./published-rows.ts";
export { createOutboxRelay, RELAY_GRACE_MS } from "./relay.ts";
export { reportOutbox } from "./report-outbox.ts";
