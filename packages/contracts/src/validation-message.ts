import { z } from "zod";

type Issue = z.core.$ZodRawIssue;

export const IS_REQUIRED = "is required";

/**
 * Says what would be right, after the name of the field: "must have at least 12 characters". Covers every issue that zod
 * can raise. A message that a schema gives itself comes first.
 */
export function validationMessage(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `${IS_REQUIRED}: ${kindOf(issue.expected)}`
        : `must be ${kindOf(issue.expected)}`;
    case "invalid_value":
      return `must be ${oneOf(issue.values)}`;
    case "too_small":
      return least(issue);
    case "too_big":
      return most(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return `must be ${formats[issue.format] ?? SEE_REFERENCE}`;
    case "invalid_key":
      return `has a name that ${issue.issues[0]?.message}`;
    case "invalid_element":
      return `has an entry that ${issue.issues[0]?.message}`;
    case "unrecognized_keys":
      return "is not a field of this request";
    default:
      return `must be ${SEE_REFERENCE}`;
  }
}

const SEE_REFERENCE = "in a form that the API reference describes";

const kindOf = (expected: string) => kinds[expected] ?? `of type ${expected}`;

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  nan: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  date: "a date",
  array: "a list",
  tuple: "a list",
  set: "a list",
  object: "an object",
  record: "an object",
  map: "an object",
  file: "a file",
  null: "null",
};

const formats: Readonly<Record<string, string>> = {
  email: "an email address, such as name@example.com",
  url: "a URL, such as https://example.com/path",
  date: "a date, such as 2026-11-01",
  datetime: "a date-time, such as 2026-11-01T08:00:00Z",
  uuid: "a UUID",
  ipv4: "an IPv4 address, such as 203.0.113.7",
  ipv6: "an IPv6 address, such as 2001:db8::1",
  json_string: "JSON",
};

function oneOf(values: readonly unknown[]): string {
  return values.length <= 2 ? values.join(" or ") : `one of ${values.join(", ")}`;
}

function least({ origin, minimum, inclusive = true }: Extract<Issue, { code: "too_small" }>): string {
  const count = Number(minimum);
  if (origin === "string" && count === 1) return "must not be empty";
  const unit = units[origin];
  if (unit !== undefined) return `must have at least ${count} ${count === 1 ? unit.one : unit.many}`;
  return inclusive ? `must be ${minimum} or more` : `must be more than ${minimum}`;
}

function most({ origin, maximum, inclusive = true }: Extract<Issue, { code: "too_big" }>): string {
  const count = Number(maximum);
  const unit = units[origin];
  if (unit !== undefined) return `must have at most ${count} ${count === 1 ? unit.one : unit.many}`;
  return inclusive ? `must be ${maximum} or less` : `must be less than ${maximum}`;
}

const entries = { one: "entry", many: "entries" };
const units: Readonly<Record<string, { readonly one: string; readonly many: string }>> = {
  string: { one: "character", many: "characters" },
  array: entries,
  set: entries,
  map: entries,
  object: entries,
  file: { one: "byte", many: "bytes" },
};

// Once for every schema of the process: zod's own texts describe its internals.
z.config({ customError: validationMessage });
