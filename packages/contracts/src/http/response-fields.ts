import { z } from "zod";
import { statusUrl as exampleStatusUrl, times } from "./examples/example-values.ts";

/** A time in a response: ISO 8601 in UTC, with milliseconds. */
export const timeField = (description: string, example: string = times.asked) =>
  z.iso.datetime().meta({ description, examples: [example] });

/** Without an example, examples show null. */
export const nullableTimeField = (description: string, example: string | null = null) =>
  z.iso
    .datetime()
    .nullable()
    .meta({ description, examples: [example] });

type Example = string | number | boolean | null;

/** The description of a field, and its example, if it has one. */
const shown = (description: string, example: Example | undefined) =>
  example === undefined ? { description } : { description, examples: [example] };

export const textField = (description: string, example?: string) =>
  z.string().meta(shown(description, example));

export const nullableTextField = (description: string, example?: string | null) =>
  z.string().nullable().meta(shown(description, example));

const fieldsShownOnce = new WeakSet<z.ZodType>();

/** A secret that only the first response shows: it is not stored, so it is null where an `Idempotency-Key` repeats it. */
export function shownOnceField(description: string, example: string | null) {
  const field = nullableTextField(
    `${description} Null where an \`Idempotency-Key\` repeats the call: the secret is not kept.`,
    example,
  );
  fieldsShownOnce.add(field);
  return field;
}

/** Names of the secrets in `data` of a response. */
export function shownOnceIn(response: z.ZodType | undefined): readonly string[] {
  const data = response instanceof z.ZodObject ? response.shape["data"] : undefined;
  if (!(data instanceof z.ZodObject)) return [];
  return Object.entries(data.shape).flatMap(([name, field]) => (fieldsShownOnce.has(field) ? [name] : []));
}

export const flagField = (description: string, example?: boolean) =>
  z.boolean().meta(shown(description, example));

export const livemodeField = z.boolean().meta({
  description: "False if the bank sandbox was asked in place of the bank. Else true.",
  examples: [true],
});

export const countField = (description: string, example = 0) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** Santim as text, two decimals: `500.00`. */
export const birrField = (description: string, example = "500.00") => textField(description, example);

export const etb = z.literal("ETB").meta({ description: "Ethiopian birr, as an ISO 4217 code." });

export const utcDay = z.iso
  .date()
  .meta({ description: "Calendar day in UTC, as YYYY-MM-DD.", examples: ["2026-03-02"] });

export const zonedDay = z.iso.date().meta({
  description: "Calendar day in the query's `timeZone`, as YYYY-MM-DD (Gregorian).",
  examples: ["2026-03-02"],
});

export const statusUrlField = z.url().meta({
  description: "Address of the request's status record, for `GET` with the same key.",
  examples: [exampleStatusUrl],
});

export const statusLinkSchema = z
  .object({ statusUrl: statusUrlField })
  .meta({ id: "StatusLink", description: "Where to read the request later." });

/** Header of responses with secrets or personal data. */
export const noStore = { "Cache-Control": "Always `no-store`: no cache may keep this response." } as const;

export const successField = z
  .literal(true)
  .meta({ description: "The call itself worked, even if the verdict is negative." });
export const messageField = z
  .string()
  .meta({ description: "Short text for people. Programs should not parse it." });
