/** A handler throws this for a message that no later try can finish; it goes to the dead-letter topic. */
export class MessageUndeliverable extends Error {
  constructor(reason: string, options?: { readonly cause?: unknown }) {
    super(reason, options);
    this.name = "MessageUndeliverable";
  }
}

/** A handler throws this when it gives a message back before it has begun: no fault, so nobody is told. */
export class MessageNotStarted extends Error {
  constructor() {
    super("given back before it was begun");
    this.name = "MessageNotStarted";
  }
}

/** What became of one hand-out. */
export type ConsumeOutcome =
  | { readonly kind: "handled" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "newer_version"; readonly version: number };

/** What becomes of the message. Only `acknowledge`, and `dead_letter` once it is published, finish it. */
export type Disposition =
  | { readonly kind: "acknowledge" }
  | { readonly kind: "dead_letter"; readonly reason: string }
  | { readonly kind: "hand_back"; readonly reason: "newer_version" | "handler_failed" | "not_started" };

/**
 * | outcome                        | fate                                                           |
 * |--------------------------------|----------------------------------------------------------------|
 * | handled                        | acknowledged                                                   |
 * | unreadable, or undeliverable   | dead letter: trying again would give the same                  |
 * | newer version                  | handed back: a pod of the newer release will read it           |
 * | not started                    | handed back, silently: this process drains                      |
 * | any other fault                | handed back: the fault is ours or the world's, not the message's |
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
