import { IS_REQUIRED } from "@receipts/contracts";
import type { z } from "zod";

/** Returns the message for a missing field. It describes a right value, from the schema's messages for wrong ones. */
export function missingMessage(schema: z.ZodType): string {
  const kind = messageFor(schema, null);
  const blank = messageFor(schema, "");
  if (blank !== kind && blank.startsWith("must be ")) return required(blank);
  const size = blank.startsWith("must have ") ? blank.replace("must have", " with") : "";
  const entry = messageFor(schema, [""]);
  const entries = kind === "must be a list" && entry.startsWith("must be ") ? entry : "";
  const example = size + entries === "" ? exampleOf(schema) : "";
  return required(`${kind}${size}${entries.replace("must be", ", each")}${example}`);
}

function messageFor(schema: z.ZodType, wrong: unknown): string {
  return schema.safeParse(wrong).error?.issues[0]?.message ?? "";
}

function exampleOf(schema: z.ZodType): string {
  const examples = schema.meta()?.["examples"];
  const [example] = Array.isArray(examples) ? examples : [];
  if (example === undefined) return "";
  return `, such as ${typeof example === "string" ? example : JSON.stringify(example)}`;
}

const required = (message: string) => `${IS_REQUIRED}: ${message.replace(/^must be /, "")}`;
