import { type BankCode, supportedBankCodes } from "@receipts/contracts";
import { z } from "zod";
import { defineTopic } from "./topic.ts";

const id = z.string().min(1).max(128);

/**
 * Ask a bank. One topic for each bank, so that a slow bank slows nobody else. Keyed by the receipt: twins meet
 * in one partition, and the second is answered from the cache.
 */
export const verificationRequested = defineTopic({
  name: (bank: BankCode) => `verification.requested.${bank}`,
  type: "verification.requested",
  version: 1,
  key: (data) => data.receiptKey,
  schema: z.object({
    verificationId: id,
    receiptKey: z.string().min(1).max(256),
    /** Whose request it is: accounts take turns at a bank. Absent in messages of older releases. */
    userId: id.optional(),
  }),
});

/** A verdict is in, and this webhook delivery is due. Written for requests that have a webhook. */
export const verificationFinished = defineTopic({
  name: () => "verification.finished",
  type: "verification.finished",
  version: 1,
  key: (data) => data.verificationId,
  schema: z.object({ verificationId: id, deliveryId: id }),
});

/** Every topic that somebody works on; each has a dead-letter topic beside it. */
export function workTopicNames(): string[] {
  return [...supportedBankCodes.map((bank) => verificationRequested.name(bank)), verificationFinished.name()];
}
