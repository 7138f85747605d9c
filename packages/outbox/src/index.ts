export * from "./outbox-message.ts";
export * from "./published-rows.ts";
export * from "./relay.ts";
export * from "./report-outbox.ts";
