import type { BankCode } from "@receipts/contracts";
import type { IdentifierFault, ReceiptIdentifiers, SubmittedIdentifiers } from "../src/index.ts";

/** Submitted texts as callers write them; a text alone is the reference. */
export type SubmittedInput = readonly [how: string, submitted: SubmittedIdentifiers | string];

/** Ways to send the same identifiers. */
export interface AcceptedInputs {
  readonly bank: BankCode;
  readonly identifiers: ReceiptIdentifiers;
  /** Read with the bank stated, and detected without it. */
  readonly inputs: readonly SubmittedInput[];
  /** Read only with the bank stated: nothing in them identifies this bank. */
  readonly onlyWithBank?: readonly SubmittedInput[];
}

/** Rejected inputs with the bank stated, and the fields that the faults name. */
export interface RefusedInputs {
  readonly bank: BankCode;
  /** The fix that each message contains. */
  readonly wayOut?: RegExp;
  readonly inputs: readonly (readonly [...SubmittedInput, fields: readonly IdentifierFault["field"][]])[];
}

/** Inputs without a bank that match several banks or none. */
export type UndetectedInput = readonly [...SubmittedInput, candidates: readonly BankCode[]];

const labels = ["Ref: ", "Ref No: ", "Transaction number is: ", "Receipt no: ", "I paid, see "];

/** A reference as callers paste it, next to the other identifiers that the bank requires. */
export function pasted(reference: string, rest: SubmittedIdentifiers = {}): readonly SubmittedInput[] {
  const hidden = `\u200e${reference.slice(0, 7)}\u200b${reference.slice(7)}\ufeff`;
  return withRest(rest, [
    ["clean", reference],
    ["with spaces around it", `  ${reference} \n`],
    ["with a full stop", `${reference}.`],
    ["with marks after it", `${reference}.,;:!?`],
    ["in brackets", `(${reference})`],
    ["in quotes", `“${reference}”`],
    ["in a sentence", `here it is: ${reference}, thanks`],
    ["with a chat's invisible characters in it", hidden],
    ...labels.map((label) => [`after "${label}"`, `${label}${reference}.`] as const),
  ]);
}

/** As `pasted`, for a reference whose case and separators do not count. */
export function pastedInAnyCase(spaced: string, rest: SubmittedIdentifiers = {}): readonly SubmittedInput[] {
  const reference = spaced.replaceAll(" ", "");
  const lower = reference.toLowerCase();
  return [
    ...pasted(reference, rest),
    ...withRest(rest, [
      ["in lower case", lower],
      ["with spaces inside", ` ${spaced} `],
      ["with dashes", spaced.replaceAll(" ", "-")],
      ["twice in a text", `${reference}, I say again: ${lower}`],
    ]),
  ];
}

export function pastedLink(link: string, rest: SubmittedIdentifiers = {}): readonly SubmittedInput[] {
  const bare = link.replace("https://", "");
  return withRest(rest, [
    ["as a link", link],
    ["as a link over http", `http://${bare}`],
    ["as a link without its scheme", bare],
    ["as a link without its scheme, in brackets", `(${bare})`],
    ["as a link in angle brackets", `<${link}>`],
    ["as a link with a trailing dot", `see ${link}.`],
  ]);
}

/** Inputs that no bank accepts. */
export function refusedAnywhere(
  reference: string,
  other: string,
  link: string,
  rest: SubmittedIdentifiers = {},
): RefusedInputs["inputs"] {
  const { host, hostname } = new URL(link);
  const inputs = withRest(rest, [
    ["nothing", {}],
    ["only spaces", "   "],
    ["a link of an unknown host", link.replace(host, "receipts.example.com")],
    ["a link that only begins like the bank's", link.replace(host, `${hostname}@example.com`)],
    ["a link to another page of the bank", new URL("/help", link).href],
    ["two different ones", `${reference} and ${other}`],
    ["two links", `${link} ${link.replace(reference, other)}`],
    ["words alone", "i have registered, and paid to your account"],
    ["more than 2,000 characters", `${reference} ${"x".repeat(2_000)}`],
  ]);
  return inputs.map(([what, input]) => [what, input, ["reference"]] as const);
}

export const ofAnotherLength = (
  reference: string,
  rest: SubmittedIdentifiers = {},
): RefusedInputs["inputs"] => [
  ["one character less", { reference: reference.slice(0, -1), ...rest }, ["reference"]],
  ["one character more", { reference: `${reference}7`, ...rest }, ["reference"]],
];

function withRest(rest: SubmittedIdentifiers, inputs: readonly SubmittedInput[]): readonly SubmittedInput[] {
  return inputs.map(([how, input]) => [how, { ...asSubmitted(input), ...rest }]);
}

export function asSubmitted(input: SubmittedIdentifiers | string): SubmittedIdentifiers {
  return typeof input === "string" ? { reference: input } : input;
}
