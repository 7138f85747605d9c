import {
  type BatchItemError,
  batchItemErrorCodeSchema,
  isBankCode,
  noExpectation,
  plainText,
  storedExpectation,
} from "@receipts/contracts";
import { normalizeAccount } from "@receipts/settlement";
import { receiptKey } from "@receipts/verdicts";
import { type ApiProblem, invalidPayload } from "../http/api-problem.ts";
import type { VerifyCommand } from "../verification/verify-command.ts";

/** The place of an item in its list. */
export interface ItemPlace {
  /** From 1. */
  readonly position: number;
  /** Line of the CSV, from 1, or that of the caller's own list; null if neither is known. */
  readonly line: number | null;
  /** Its name in errors, such as `items.2` or `line 4`. */
  readonly name: string;
}

export interface BatchItemCommand {
  readonly place: ItemPlace;
  readonly label: string | null;
  readonly command: VerifyCommand;
}

export interface InvalidItem {
  readonly place: ItemPlace;
  /** As sent. */
  readonly item: unknown;
  readonly problem: ApiProblem;
}

/** A line that is stored with its list and is not verified. */
export interface SkippedLine {
  readonly place: ItemPlace;
  readonly label: string | null;
  /** Position of the item that names the same receipt. */
  readonly sameAs: number | null;
  readonly bank: string | null;
  /** The beginning of the line; null for a repeated receipt, whose item has it. */
  readonly text: string | null;
  /** Null for a repeated receipt. */
  readonly error: BatchItemError | null;
}

const MAX_TEXT = 200;
/** An item with more errors than fields is not worth its space. */
const MAX_DETAILS = 10;

export function skippedLineOf({ place, item, problem }: InvalidItem): SkippedLine {
  const fields = typeof item === "object" && item !== null && !Array.isArray(item) ? { ...item } : undefined;
  const bank = fieldOf(fields, "bank");
  const label = labelSchema.safeParse(fieldOf(fields, "label"));
  return {
    place,
    label: label.success ? label.data : null,
    sameAs: null,
    bank: bank !== undefined && isBankCode(bank) ? bank : null,
    text: storable(typeof item === "string" ? item : (referenceOf(fields ?? {}) ?? "")),
    error: errorOf(problem),
  };
}

const labelSchema = plainText(100);

const fieldOf = (fields: object | undefined, name: string): string | undefined => {
  const value: unknown = fields === undefined ? undefined : Reflect.get(fields, name);
  return typeof value === "string" ? value : undefined;
};

const referenceOf = (fields: object) =>
  ["referenceNumber", "reference", "transactionNumber", "receiptNumber"]
    .map((name) => fieldOf(fields, name)?.trim())
    .find((text) => text !== undefined && text !== "");

/** What PostgreSQL can store of a text, on one line; null if nothing is left. */
function storable(text: string): string | null {
  // Lone surrogates count as two of these, so a cut pair is replaced afterwards.
  const begin = text
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
  return begin === "" ? null : begin;
}

function errorOf({ code, message, options }: ApiProblem): BatchItemError {
  const { details, bank, candidates, askFor } = options;
  const known = batchItemErrorCodeSchema.safeParse(code);
  return {
    code: known.success ? known.data : "invalid_payload",
    message: storable(message) ?? "",
    ...(details && {
      details: details.slice(0, MAX_DETAILS).map((fault) => ({
        field: storable(fault.field) ?? "",
        message: storable(fault.message) ?? "",
      })),
    }),
    ...(bank !== undefined && { bank }),
    ...(candidates && { candidates: [...candidates] }),
    ...(askFor && { askFor }),
  };
}

/**
 * Separates the lines that name the receipt of an earlier line, by the key of the cached verdict: they would end with
 * the same verdict, and one payment counts once. A line that expects something else of the receipt is an error, because
 * either line can be the mistake. A line that expects less is no contradiction: the earlier line has its answer.
 */
export function splitRepeated(read: readonly BatchItemCommand[]): {
  readonly items: readonly BatchItemCommand[];
  readonly repeated: readonly SkippedLine[];
} {
  const firsts = new Map<string, BatchItemCommand>();
  const repeated: SkippedLine[] = [];
  for (const item of read) {
    const { place, label, command } = item;
    const key = receiptKey(command.bank, command.identifiers);
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, item);
      continue;
    }
    const field = contradiction(first.command, command);
    const message = `differs from ${first.place.name}, which names the same receipt: correct one of them`;
    repeated.push({
      place,
      label,
      sameAs: first.place.position,
      bank: command.bank,
      ...(field === undefined
        ? { text: null, error: null }
        : {
            text: storable(command.identifiers.reference),
            error: errorOf(invalidPayload([{ field, message }])),
          }),
    });
  }
  return { items: [...firsts.values()], repeated };
}

/** What a line expects of its receipt, by the fields of the API. */
function expectedOf({ bank, settlementAccount, expectation }: VerifyCommand): ReadonlyMap<string, unknown> {
  const stored: object = JSON.parse(storedExpectation(expectation ?? noExpectation));
  const account = settlementAccount === null ? null : normalizeAccount(bank, settlementAccount);
  return new Map<string, unknown>([
    ...Object.entries(stored).map(([name, value]): [string, unknown] => [`expect.${name}`, value]),
    ...(account === null ? [] : [["settlementAccount", account] as const]),
  ]);
}

function contradiction(first: VerifyCommand, later: VerifyCommand): string | undefined {
  const known = expectedOf(first);
  const differing = [...expectedOf(later)].find(([name, value]) => known.get(name) !== value);
  return differing?.[0];
}
