import type { BankCode } from "@receipts/contracts";
import type { IdentifierFault, ReceiptIdentifiers, SubmittedIdentifiers } from "../src/index.ts";

/** What people send, in their words; whatever the field, text alone stands for the reference. */
export type SubmittedInput = readonly [how: string, submitted: SubmittedIdentifiers | string];

/** Ways to send the same identifiers. */
export interface AcceptedInputs {
  readonly bank: BankCode;
  readonly identifiers: ReceiptIdentifiers;
  /** Read with the bank stated, and told from what was sent without it. */
  readonly inputs: readonly SubmittedInput[];
  /** Read with the bank stated only: nothing in them is this bank's alone. */
  readonly onlyWithBank?: readonly SubmittedInput[];
}

/** With the bank stated, what is refused, and the fields that are named. */
export interface RefusedInputs {
  readonly bank: BankCode;
  /** What each message has of the way out. */
  readonly wayOut?: RegExp;
  readonly inputs: readonly (readonly [...SubmittedInput, fields: readonly IdentifierFault["field"][]])[];
}

/** Without a bank, what could be several banks' or nobody's. */
export type UndetectedInput = readonly [...SubmittedInput, candidates: readonly BankCode[]];

const labels = ["Ref: ", "Ref No: ", "Transaction number is: ", "Receipt no: ", "I paid, see "];

/** A reference as people paste it, beside what else the bank asks for. */
export function pasted(reference: string, rest: SubmittedIdentifiers = {}): readonly SubmittedInput[] {
  const hidden = `\u200e${reference.slice(0, 7)}\u200b${reference.slice(7)}\ufeff`;
  return beside(rest, [
    ["clean", reference],
    ["with spaces around it", `  ${reference} \n`],
    ["with a full stop", `${reference}.`],
    ["with marks behind it", `${reference}.,;:!?`],
    ["in brackets", `(${reference})`],
    ["in quotes", `“${reference}”`],
    ["in a sentence", `here it is: ${reference}, thanks`],
    ["with what a chat hides in it", hidden],
    ...labels.map((label) => [`behind "${label}"`, `${label}${reference}.`] as const),
  ]);
}

/** The same for one whose case does not count, nor what parts it. */
export function pastedInAnyCase(spaced: string, rest: SubmittedIdentifiers = {}): readonly SubmittedInput[] {
  const reference = spaced.replaceAll(" ", "");
  const lower = reference.toLowerCase();
  return [
    ...pasted(reference, rest),
    ...beside(rest, [
      ["in lower case", lower],
      ["with spaces inside", ` ${spaced} `],
      ["with dashes", spaced.replaceAll(" ", "-")],
      ["twice in a text", `${reference}, I say again: ${lower}`],
    ]),
  ];
}

export function pastedLink(link: string, rest: SubmittedIdentifiers = {}): readonly SubmittedInput[] {
  const bare = link.replace("https://", "");
  return beside(rest, [
    ["as a link", link],
    ["as a link over http", `http://${bare}`],
    ["as a link without its scheme", bare],
    ["as a link without its scheme, in brackets", `(${bare})`],
    ["as a link in angle brackets", `<${link}>`],
    ["as a link with a trailing dot", `see ${link}.`],
  ]);
}

/** What no bank takes for a receipt of its own. */
export function refusedAnywhere(
  reference: string,
  other: string,
  link: string,
  rest: SubmittedIdentifiers = {},
): RefusedInputs["inputs"] {
  const { host, hostname } = new URL(link);
  const inputs = beside(rest, [
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
  ["one character more", { reference: `${reference}X`, ...rest }, ["reference"]],
];

function beside(rest: SubmittedIdentifiers, inputs: readonly SubmittedInput[]): readonly SubmittedInput[] {
  return inputs.map(([how, input]) => [how, { ...asSubmitted(input), ...rest }]);
}

export function asSubmitted(input: SubmittedIdentifiers | string): SubmittedIdentifiers {
  return typeof input === "string" ? { reference: input } : input;
}
