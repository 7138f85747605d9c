import { type ConsumeOutcome, type Disposition, dispositionOf, MessageUndeliverable } from "./disposition.ts";

describe("the fate of a message", () => {
  it.each<[string, ConsumeOutcome, Disposition]>([
    ["is done when it was handled", { kind: "handled" }, { kind: "acknowledge" }],
    [
      "is the dead-letter topic when it cannot be read",
      { kind: "unreadable", reason: "not JSON" },
      { kind: "dead_letter", reason: "unreadable: not JSON" },
    ],
    [
      "is the dead-letter topic when its handler says that no try can finish it",
      { kind: "failed", error: new MessageUndeliverable("no such verification") },
      { kind: "dead_letter", reason: "undeliverable: no such verification" },
    ],
    [
      "is to be handed back when this release is too old for it",
      { kind: "newer_version", version: 9 },
      { kind: "hand_back", reason: "newer_version" },
    ],
    [
      "is to be handed back when its handler failed",
      { kind: "failed", error: new Error("the database is away") },
      { kind: "hand_back", reason: "handler_failed" },
    ],
    [
      "is to be handed back when its handler threw something odd",
      { kind: "failed", error: undefined },
      { kind: "hand_back", reason: "handler_failed" },
    ],
  ])("%s", (_promise, outcome, fate) => {
    expect(dispositionOf(outcome)).toEqual(fate);
  });
});
