import { type ConsumeOutcome, type Disposition, dispositionOf, MessageUndeliverable } from "./disposition.ts";

describe("dispositionOf", () => {
  it.each<[string, ConsumeOutcome, Disposition]>([
    ["acknowledges a handled message", { kind: "handled" }, { kind: "acknowledge" }],
    [
      "dead-letters an unreadable message",
      { kind: "unreadable", reason: "not JSON" },
      { kind: "dead_letter", reason: "unreadable: not JSON" },
    ],
    [
      "dead-letters a message that its handler calls undeliverable",
      { kind: "failed", error: new MessageUndeliverable("no such verification") },
      { kind: "dead_letter", reason: "undeliverable: no such verification" },
    ],
    [
      "hands back a message of a newer version",
      { kind: "newer_version", version: 9 },
      { kind: "hand_back", reason: "newer_version" },
    ],
    [
      "hands back a message when its handler failed",
      { kind: "failed", error: new Error("the database is down") },
      { kind: "hand_back", reason: "handler_failed" },
    ],
    [
      "hands back a message when its handler threw undefined",
      { kind: "failed", error: undefined },
      { kind: "hand_back", reason: "handler_failed" },
    ],
  ])("%s", (_promise, outcome, fate) => {
    expect(dispositionOf(outcome)).toEqual(fate);
  });
});
