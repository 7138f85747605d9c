import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { listOf } from "./envelope.ts";
import { publicBase } from "./examples/example-values.ts";
import { textField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";
import { decisionSchema } from "./verdict-schemas.ts";

export const sampleOutcomes = ["success", "notFound", "reversed", "down", "slow", "unrecognizable"] as const;
export type SampleOutcome = (typeof sampleOutcomes)[number];

const exampleBodySchema = z
  .object({
    bank: bankCodeSchema,
    reference: textField("Transaction number of the receipt.", "DJ57QK2M41"),
    suffix: z
      .string()
      .optional()
      .meta({ description: "Last account digits. Only for banks that need them.", examples: ["12345678"] }),
    phone: z
      .string()
      .optional()
      .meta({
        description: "Number of the wallet. Only for banks that need it.",
        examples: ["251912345678"],
      }),
  })
  .meta({ id: "ExampleBody", description: "A body for `POST /api/verify`." });

const sandboxExampleSchema = z
  .object({
    outcome: z.enum(sampleOutcomes).meta({
      id: "SandboxOutcome",
      description:
        "How the sandbox responds: with a genuine, unknown, reversed or unreadable receipt, slowly, or not at all.",
    }),
    description: textField("The outcome in words for people.", "a genuine receipt of a completed payment"),
    body: exampleBodySchema,
    decision: decisionSchema.meta({
      description: "Decision on a first request, if the sandbox's receiver is a saved account of yours.",
    }),
  })
  .meta({ id: "SandboxExample", description: "A body that gives one outcome of the bank sandbox." });

const bankExampleSchema = z
  .object({
    bank: bankCodeSchema,
    title: textField("The bank's name for people.", "telebirr"),
    request: z
      .object({
        method: z.literal("POST").meta({ description: "HTTP method of the call." }),
        url: z.url().meta({
          description: "Address of the call on this installation.",
          examples: [`${publicBase}/api/verify`],
        }),
        body: exampleBodySchema,
      })
      .meta({ id: "ExampleRequest", description: "A call that verifies a receipt of this bank." }),
    curl: textField("The same call for a shell. Replace `YOUR_API_KEY` first."),
    sandbox: z
      .array(sandboxExampleSchema)
      .meta({ description: "A body for each outcome of the bank sandbox. Empty in production." }),
  })
  .meta({ id: "BankExample", description: "How to verify receipts of one bank." });
export type BankExample = z.infer<typeof bankExampleSchema>;

export const exampleRoutes = {
  listExamples: {
    method: "get",
    path: "/api/examples",
    summary: "List an example request and the sandbox references of every bank",
    access: "any_key",
    responses: { 200: { description: "Every bank, in one page.", schema: listOf(bankExampleSchema) } },
  },
} as const satisfies Record<string, RouteContract>;
