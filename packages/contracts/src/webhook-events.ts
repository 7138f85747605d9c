import { z } from "zod";
import { bankCodeSchema } from "./bank-registry.ts";
import { processingStatusSchema, verificationStatusSchema } from "./http/verification-schemas.ts";

/** Body of a `verification.completed` webhook. Every field is present, null where unknown. */
export const verificationCompletedSchema = z
  .object({
    event: z.literal("verification.completed"),
    requestId: z.string(),
    timestamp: z.iso.datetime(),
    data: z.object({
      processingStatus: processingStatusSchema,
      status: verificationStatusSchema,
      verified: z.boolean(),
      bank: bankCodeSchema,
      amount: z
        .string()
        .nullable()
        .meta({ description: "Two places", examples: ["3.00"] }),
      currency: z.string().nullable(),
      senderName: z.string().nullable(),
      receiverName: z.string().nullable(),
      referenceNumber: z.string().nullable(),
      accountSuffix: z.string().nullable(),
      durationMs: z.int().min(0),
      completedAt: z.iso.datetime(),
    }),
  })
  .meta({ id: "VerificationCompletedEvent" });
export type VerificationCompleted = z.infer<typeof verificationCompletedSchema>;
