import { type BankCode, supportedBankCodes } from "@receipts/contracts";
import { z } from "zod";
import { defineTopic } from "./topic.ts";

const id = z.string().min(1).max(128);

/**
 * A receipt to verify. One topic per bank, so that a slow bank delays no other. Keyed by the receipt: duplicates go to
 * one partition, and the second gets its verdict from the cache.
 */
export const verificationRequested = defineTopic({
  name: (bank: BankCode) => `verification.requested.${bank}`,
  type: "verification.requested",
  version: 1,
  key: (data) => data.receiptKey,
  schema: z.object({
    verificationId: id,
    receiptKey: z.string().min(1).max(256),
    /** Account of the request: accounts take turns at a bank. Absent in messages of older releases. */
    userId: id.optional(),
    /** The bank did not know the receipt before: it may have booked it since. */
    isRecheck: z.boolean().optional(),
  }),
});

/** A verdict was recorded and its webhook delivery is due. Published only for requests with a webhook. */
export const verificationFinished = defineTopic({
  name: () => "verification.finished",
  type: "verification.finished",
  version: 1,
  key: (data) => data.verificationId,
  schema: z.object({ verificationId: id, deliveryId: id }),
});

/** All topics with consumers. Each has a dead-letter topic. */
export function workTopicNames(): string[] {
  return [...supportedBankCodes.map((bank) => verificationRequested.name(bank)), verificationFinished.name()];
}
