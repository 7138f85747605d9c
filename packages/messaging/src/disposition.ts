/** Thrown by a handler if no retry can finish the message; it goes to the dead-letter topic. */
export class MessageUndeliverable extends Error {
  constructor(reason: string, options?: { readonly cause?: unknown }) {
    super(reason, options);
    this.name = "MessageUndeliverable";
  }
}

/** Thrown by a handler that returns a message before it started on it: not an error, so not logged. */
export class MessageNotStarted extends Error {
  constructor() {
    super("returned before it was started");
    this.name = "MessageNotStarted";
  }
}

/** Outcome of one attempt to handle a message. */
export type ConsumeOutcome =
  | { readonly kind: "handled" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "newer_version"; readonly version: number };

/** Fate of the message. Only `acknowledge`, and `dead_letter` once it is published, finish it. */
export type Disposition =
  | { readonly kind: "acknowledge" }
  | { readonly kind: "dead_letter"; readonly reason: string }
  | { readonly kind: "hand_back"; readonly reason: "newer_version" | "handler_failed" | "not_started" };

/**
 * | outcome                        | fate                                                           |
 * |--------------------------------|----------------------------------------------------------------|
 * | handled                        | acknowledged                                                   |
 * | unreadable, or undeliverable   | dead letter: a retry would have the same outcome               |
 * | newer version                  | handed back: a pod of the newer release will read it           |
 * | not started                    | handed back without a log line: this process drains            |
 * | any other error                | handed back: the message did not cause it                      |
 */
export function dispositionOf(outcome: ConsumeOutcome): Disposition {
  switch (outcome.kind) {
    case "handled":
      return { kind: "acknowledge" };
    case "unreadable":
      return { kind: "dead_letter", reason: `unreadable: ${outcome.reason}` };
    case "newer_version":
      return { kind: "hand_back", reason: "newer_version" };
    case "failed":
      if (outcome.error instanceof MessageUndeliverable)
        return { kind: "dead_letter", reason: `undeliverable: ${outcome.error.message}` };
      return {
        kind: "hand_back",
        reason: outcome.error instanceof MessageNotStarted ? "not_started" : "handler_failed",
      };
  }
}
