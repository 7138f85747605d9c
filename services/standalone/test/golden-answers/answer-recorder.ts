import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Response } from "supertest";
import type { ReceivedWebhook } from "../receiver.ts";

/**
 * Fields of responses, stream events and webhooks that release 0.1.0, which the fixtures record, does not have. They
 * are removed before the comparison. Everything else must be as it was.
 *
 * When you add a field to the API, add its paths here and leave the fixtures alone. A path starts at the root of the
 * body. `[]` stands for each item of a list:
 *
 * - `data[].decision`: result items of POST /api/verify, rows of the history
 * - `data.result.settlementAccountMatch.proof`: status records
 * - `data.review`, `data.items[].review`, `data.items[].data.review`: deposits, lists and events of them
 *
 * The comparison fails if a path names a field of that release.
 */
export const addedFields: readonly string[] = [
  // Decisions: result items and history rows, status records and webhooks, stream events.
  ...["data[].", "data.", "data.result.", ""].flatMap((at) => [`${at}decision`, `${at}decisionReasons`]),
  ...["data[].", "data.result."].flatMap((at) => [
    `${at}settlementAccountMatch.proof`,
    `${at}settlementAccountMatch.nameMatch`,
  ]),
  // The kind of payment.
  ...["data[].", "data.result."].map((at) => `${at}paymentKind`),
  // Whether the bank itself was asked.
  ...[
    "",
    "verification.",
    "data.",
    "data[].",
    "data.result.",
    "data[].data.",
    "data.items[].",
    "data.items[].data.",
  ].map((at) => `${at}livemode`),
  // The page that explains an error.
  "error.docUrl",
  // How a list continues.
  "meta.hasMore",
  "meta.nextCursor",
  // How the account's days are counted and shown.
  "data.timeZone",
  "data.calendar",
  "data.clock",
  "data.summaryMailHour",
  // The endpoint that a recovery is about.
  "data.endpointId",
  // The branch of a saved account, and whether its name can agree.
  ...["data.", "data[]."].flatMap((at) => [`${at}nameCanAgree`, `${at}numberFault`]),
  ...["data[].", "data."].map((at) => `${at}branchId`),
  // How a bank was queried.
  "data.attempts[].about",
  // When to poll again.
  "data.links",
  // Whether a deposit caused the request.
  "data.source",
  "data[].sandbox[].decision",
  // Deposits: single, in lists, and in the data of their events and webhooks.
  ...["data.", "data[].", "data[].data.", "data.items[].", "data.items[].data."].flatMap((at) => [
    `${at}review`,
    `${at}resolution`,
    `${at}confirmedBy`,
    `${at}allowPartial`,
    `${at}amountPaid`,
    `${at}amountRemaining`,
    `${at}amountOverpaid`,
    `${at}receipts`,
  ]),
  // Totals of the listed deposits.
  ...["meta.totalIsExact", "meta.amount", "meta.amountReceived"],
  // How many of a bank's relays work.
  "data.banks[].relays",
  // Saved accounts: single, listed and in webhooks.
  ...["data.otherNames", "data[].otherNames"],
];

/** Webhooks of all types have common fields now; errors of the verification API have `meta`; items of the history show the receipt. */
function addedTo(json: string): readonly string[] {
  const body: unknown = JSON.parse(json);
  if (typeof body !== "object" || body === null) return addedFields;
  if ("event" in body) return [...addedFields, ...webhookFields];
  if ("success" in body && body.success === false) return [...addedFields, "meta"];
  const [first]: readonly unknown[] = "data" in body && Array.isArray(body.data) ? body.data : [];
  const isHistory =
    typeof first === "object" && first !== null && "requestId" in first && "durationMs" in first;
  return isHistory ? [...addedFields, ...historyFields.map((field) => `data[].${field}`)] : addedFields;
}

const webhookFields = ["id", "type", "createdAt", "data.settlementAccountMatch", "data.confirmationHistory"];

const historyFields = [
  "source",
  "referenceNumber",
  "amount",
  "currency",
  "senderName",
  "receiverName",
  "receiverAccount",
  "timestamp",
];

/** The headers that clients rely on, without dates and ids. */
const contractHeaders = [
  "content-type",
  "cache-control",
  "allow",
  "www-authenticate",
  "x-svc-cache",
  "idempotent-replayed",
  "service-checkout-version",
  "x-webhook-event",
  "x-webhook-test",
];

export interface GoldenAnswer {
  /** Absent for a webhook. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body if `JSON.stringify` writes it back byte for byte, else its text. PostgreSQL spaces JSON differently. */
  readonly body: unknown;
}

export type GoldenAnswers = Readonly<Record<string, GoldenAnswer>>;

export interface AnswerRecorder {
  answer(name: string, response: Response): void;
  webhook(name: string, received: ReceivedWebhook | undefined): void;
  /** Replaces a random text, such as a drawn reference, by a placeholder: `<reference:1>`. */
  hide(kind: string, text: string): void;
  recorded(): GoldenAnswers;
}

/** Records what one client gets, without added fields and with placeholders for what differs in each run. */
export function createAnswerRecorder(): AnswerRecorder {
  const answers: Record<string, GoldenAnswer> = {};
  const placeholders = createPlaceholders();
  const record = (name: string, headers: Headers, text: string, status?: number) => {
    if (Object.hasOwn(answers, name)) throw new Error(`two responses are named "${name}"`);
    answers[name] = {
      ...(status !== undefined && { status }),
      headers: pickHeaders(headers),
      body: readBody(text, String(headers["content-type"]), placeholders.mask),
    };
  };
  return {
    answer: (name, { headers, text, status }) => {
      const requestId = headers["x-request-id"];
      if (requestId !== undefined) placeholders.hide("request", requestId);
      record(name, headers, text, status);
    },
    webhook: (name, received) => {
      if (received === undefined) throw new Error(`the webhook "${name}" did not arrive`);
      record(name, received.headers, received.body);
    },
    hide: placeholders.hide,
    recorded: () => answers,
  };
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

function pickHeaders(headers: Headers): Record<string, string> {
  const present = contractHeaders.filter((name) => headers[name] !== undefined && !isAdded(name, headers));
  return Object.fromEntries(present.map((name) => [name, String(headers[name])]));
}

/** The verification API names its challenge, unlike release 0.1.0. */
function isAdded(name: string, headers: Headers): boolean {
  return name === "www-authenticate" && /^(?:ApiKey|Cookie) /.test(String(headers[name]));
}

function readBody(text: string, contentType: string, mask: (text: string) => string): unknown {
  if (!contentType.startsWith("application/json")) {
    const dataOf = (_line: string, json: string) => `data: ${withoutFields(json, addedFields)}`;
    return mask(text.replaceAll(/^data: (.*)$/gm, dataOf));
  }
  const json = mask(withoutFields(text, addedTo(text)));
  const value: unknown = JSON.parse(json);
  return JSON.stringify(value) === json ? value : json;
}

/** Removes the fields at these paths from a JSON text. Every other byte stays: order, spacing, spelling of numbers. */
export function withoutFields(json: string, fields: readonly string[]): string {
  JSON.parse(json);
  if (rewrite(json, []) !== json) throw new Error(`cannot be written again as it is: ${json}`);
  return rewrite(json, fields);
}

/** Expects valid JSON. A field goes with the comma before it; the first one with the comma after it. */
function rewrite(json: string, fields: readonly string[]): string {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const [found = ""] = pattern.exec(json) ?? [];
    at += found.length;
    return found;
  };
  const valueAt = (place: string): string => {
    if (json[at] === "{") return list(() => memberOf(place));
    return json[at] === "[" ? list(() => valueAt(`${place}[]`)) : take(/"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y);
  };
  const memberOf = (place: string) => {
    const name = take(/"(?:[^"\\]|\\.)*"/y);
    const colon = take(/\s*:\s*/y);
    const field = `${place === "" ? "" : `${place}.`}${JSON.parse(name)}`;
    const value = valueAt(field);
    return fields.includes(field) ? undefined : name + colon + value;
  };
  const list = (next: () => string | undefined) => {
    const open = take(/[[{]\s*/y);
    const kept: string[] = [];
    for (let comma = ""; json[at] !== "}" && json[at] !== "]"; ) {
      const item = next();
      if (item !== undefined) kept.push(kept.length === 0 ? item : comma + item);
      comma = take(/\s*,\s*/y);
      if (comma === "") break;
    }
    return open + kept.join("") + take(/\s*[\]}]/y);
  };
  return take(/\s*/y) + valueAt("") + json.slice(at);
}

const anId = /\b([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}\b/g;
const aCheckoutToken = /(?<=\/checkout\/)[\w-]{32}/g;
const aTime = /(?<=")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?=")/g;
/** Milliseconds that differ in each run. */
const aDuration = /(?<="(?:durationMs|estimatedWaitMs|pollAfterMs)"\s*:\s*)\d+(?=[,}])/g;

/** Receipts of the story whose times are literal were paid before this day. All its other times are later. */
const RECEIPTS_BEFORE = Date.parse("2026-11-01T00:00:00Z");

/**
 * Strings stay strings and numbers stay numbers. Placeholders are numbered in the order of first appearance, except
 * times: two moments may be the same millisecond in one run and not in the next.
 */
function createPlaceholders() {
  const hidden = new Map<string, string>();
  const placeholders = new Map<string, string>();
  const counts = new Map<string, number>();
  const placeholderOf = (kind: string, text: string) => {
    const known = placeholders.get(text);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const placeholder = `<${kind}:${count}>`;
    placeholders.set(text, placeholder);
    return placeholder;
  };
  const mask = (text: string) => {
    let masked = text;
    for (const [value, kind] of hidden) masked = masked.replaceAll(value, () => placeholderOf(kind, value));
    return masked
      .replaceAll(anId, (id, kind: string) => placeholderOf(kind, id))
      .replaceAll(aCheckoutToken, (token) => placeholderOf("token", token))
      .replaceAll(aTime, (time) => (Date.parse(time) < RECEIPTS_BEFORE ? time : "<time>"))
      .replaceAll(aDuration, "0");
  };
  return { hide: (kind: string, text: string) => void hidden.set(text, kind), mask };
}

const fileOf = (name: string) => path.join(import.meta.dirname, `${name}.json`);

export async function readGoldenAnswers(name: string): Promise<GoldenAnswers> {
  return JSON.parse(await readFile(fileOf(name), "utf8"));
}

export async function writeGoldenAnswers(name: string, answers: GoldenAnswers): Promise<void> {
  await writeFile(fileOf(name), `${JSON.stringify(answers, null, 2)}\n`);
}

/** Returns one text, equal for two sets only if they are equal byte for byte. Each line names its response. */
export function linesOf(answers: GoldenAnswers): string {
  return Object.entries(answers)
    .map(([name, answer]) => JSON.stringify(answer, null, 2).replaceAll(/^/gm, `${name} | `))
    .join("\n");
}
