import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { listOf } from "./envelope.ts";
import type { RouteContract } from "./route-contract.ts";
import { decisionSchema } from "./verification-schemas.ts";

export const sampleOutcomes = ["success", "notFound", "reversed", "down", "slow", "unrecognizable"] as const;
export type SampleOutcome = (typeof sampleOutcomes)[number];

const exampleBodySchema = z.object({
  bank: bankCodeSchema,
  reference: z.string(),
  suffix: z.string().optional(),
  phone: z.string().optional(),
});

const bankExampleSchema = z
  .object({
    bank: bankCodeSchema,
    title: z.string(),
    request: z.object({ method: z.literal("POST"), url: z.url(), body: exampleBodySchema }),
    curl: z.string().meta({ description: "To be pasted into a shell, once the key is filled in" }),
    sandbox: z
      .array(
        z.object({
          outcome: z.enum(sampleOutcomes),
          description: z.string(),
          body: exampleBodySchema,
          decision: decisionSchema.meta({
            description: "Of a first request, where the sandbox's receiver is a saved account of yours",
          }),
        }),
      )
      .meta({ description: "What gives each outcome where the bank is the sandbox; nothing in production" }),
  })
  .meta({ id: "BankExample" });
export type BankExample = z.infer<typeof bankExampleSchema>;

export const exampleRoutes = {
  listExamples: {
    method: "get",
    path: "/api/examples",
    summary: "For each bank a request, a curl line and the sandbox references that give each outcome",
    access: "any_key",
    responses: { 200: { description: "Every bank", schema: listOf(bankExampleSchema) } },
  },
} as const satisfies Record<string, RouteContract>;
