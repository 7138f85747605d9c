import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/** One voice for all field errors: the correct value. A schema's own message comes before these. */
export function faultMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return `${IS_REQUIRED}: ${kindOf(issue.expected)}`;
      return `must be ${kindOf(issue.expected)}`;
    case "invalid_value":
      return `must be ${oneOf(issue.values)}`;
    case "too_small":
      return `must ${least(issue)}`;
    case "too_big":
      return `must ${most(issue)}`;
    case "invalid_format":
      return `must be ${formats[issue.format] ?? "in the form that the API reference describes"}`;
    case "invalid_key":
      return `has a name that ${issue.issues[0]?.message}`;
    case "unrecognized_keys":
      return "is not a field of this request";
    default:
      return "must be in one of the forms that the API reference describes";
  }
}

export const IS_REQUIRED = "is required";

/** The error of a missing field: derives the correct value from the schema's errors for wrong values. */
export function missingFault(schema: z.ZodType): string {
  const kind = faultOf(schema, null);
  const blank = faultOf(schema, "");
  if (blank !== kind && blank.startsWith("must be ")) return required(blank);
  const size = blank.startsWith("must have ") ? blank.replace("must have", " with") : "";
  const entry = faultOf(schema, [""]);
  const entries = kind === `must be ${kinds["array"]}` && entry.startsWith("must be ") ? entry : "";
  const { description = "" } = schema;
  const isFor = description === "" ? "" : ` (${description.replace(/^[A-Z](?=[a-z ])/, lowerCase)})`;
  return required(`${kind}${size}${entries.replace("must be", ", each")}${isFor}`);
}

function faultOf(schema: z.ZodType, wrong: unknown): string {
  return schema.safeParse(wrong, { error: faultMessage }).error?.issues[0]?.message ?? "";
}

const required = (fault: string) => `${IS_REQUIRED}: ${fault.replace(/^must be /, "")}`;
const lowerCase = (letter: string) => letter.toLowerCase();
const kindOf = (expected: string) => kinds[expected] ?? expected;

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const formats: Readonly<Record<string, string>> = {
  email: "an email address, such as name@example.com",
  url: "a URL, such as https://example.com/path",
};

function oneOf(values: readonly unknown[]): string {
  const [only] = values;
  return values.length === 1 ? String(only) : `one of ${values.join(", ")}`;
}

function least({ origin, minimum }: Extract<Issue, { code: "too_small" }>): string {
  if (origin === "string") {
    return Number(minimum) === 1 ? "not be empty" : `have ${minimum} characters or more`;
  }
  if (origin === "array") return `have ${minimum} ${Number(minimum) === 1 ? "entry" : "entries"} or more`;
  return `be ${minimum} or more`;
}

function most({ origin, maximum }: Extract<Issue, { code: "too_big" }>): string {
  if (origin === "string") return `have ${maximum} characters or fewer`;
  if (origin === "array") return `have ${maximum} entries or fewer`;
  return `be ${maximum} or less`;
}
