import {
  batchItemBodySchema,
  batchRoutes,
  type FieldFault,
  MAX_BATCH_ITEMS,
  type OnInvalid,
} from "@receipts/contracts";
import { createTurns, pause, type Turns } from "@receipts/service-kit";
import type { Request } from "express";
import { z } from "zod";
import { ApiProblem, firstFaults, invalidPayload } from "../http/api-problem.ts";
import { disconnectSignal } from "../http/bytes-body.ts";
import { parseJsonObject } from "../http/json-body.ts";
import { callerOf } from "../http/request-context.ts";
import { collectFaults, faultlessFields, parseQuery, parseWith } from "../http/validation.ts";
import { readVerifyCommand, type VerifyRules } from "../verification/verify-command.ts";
import { readCsvItems } from "./read-csv-items.ts";
import {
  type BatchItemCommand,
  type InvalidItem,
  type ItemPlace,
  type SkippedLine,
  skippedLineOf,
  splitRepeated,
} from "./skipped-lines.ts";

export interface BatchCommand {
  readonly label: string | null;
  readonly recheckForMinutes: number;
  readonly onInvalid: OnInvalid;
  /** Those that run, each for a credit. */
  readonly items: readonly BatchItemCommand[];
  /** Those that do not. Empty unless `onInvalid` is `skip`. */
  readonly skipped: readonly SkippedLine[];
}

const { body: bodySchema, query: querySchema } = batchRoutes.createBatch;
/** Its items are read one by one, so that one response lists the errors of all. */
const listSchema = bodySchema.extend({
  items: z.array(z.unknown(), "must be a list of receipts"),
});

/** Reads lists slice by slice, accounts in turn, and lets other calls pass. */
export function createReadBatch(rules: VerifyRules): (request: Request) => Promise<BatchCommand> {
  const turns = createTurns();
  return async (request) => {
    const slices = createSlices(turns, callerOf(request).userId, disconnectSignal(request));
    await slices.begin();
    try {
      return await readBatch(request, rules, slices.pause);
    } finally {
      slices.end();
    }
  };
}

/** Others' calls wait no longer for a slice, and have the process to themselves after it. */
const SLICE_MS = 1;
const REST_MS = 6;

/** Cuts long work: `pause` ends the owner's turn once a slice is over, and waits for the next one. */
function createSlices(turns: Turns, owner: string, signal: AbortSignal) {
  let startedAt = 0;
  let end: () => void = () => undefined;

  function begin(): Promise<void> {
    return new Promise((started, left) => {
      const slice = async (spend: (cpuMs: number) => void) => {
        const ended = new Promise<void>((resolve) => (end = resolve));
        startedAt = performance.now();
        started();
        await ended;
        const spentMs = performance.now() - startedAt;
        spend(spentMs);
        // One item can take several slices.
        await pause((REST_MS * Math.max(spentMs, SLICE_MS)) / SLICE_MS);
      };
      turns.take(owner, slice, signal).catch(left);
    });
  }

  return {
    begin,
    end: () => end(),
    async pause() {
      if (performance.now() - startedAt < SLICE_MS) return;
      end();
      await begin();
    },
  };
}

/** Throws 422 with the errors of every item, unless the list skips them and another item can be read. */
async function readBatch(
  request: Request,
  rules: VerifyRules,
  pause: () => Promise<void>,
): Promise<BatchCommand> {
  const list = isCsv(request) ? await readCsv(request, pause) : readJson(request);
  const { label, recheckForMinutes, onInvalid } = list;
  const read: BatchItemCommand[] = [];
  const invalid: InvalidItem[] = [];
  for (const { place, item, fault } of list.items) {
    await pause();
    try {
      if (fault !== undefined) throw invalidPayload([fault]);
      read.push({ place, ...readItem(item, rules) });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      invalid.push({ place, item, problem: error });
    }
  }
  if (read.length === 0 || (onInvalid === "reject" && invalid.length > 0)) throw refusalOf(invalid);
  const head = { label, recheckForMinutes, onInvalid };
  if (onInvalid === "reject") return { ...head, items: read, skipped: [] };
  const { items, repeated } = splitRepeated(read);
  return { ...head, items, skipped: [...invalid.map(skippedLineOf), ...repeated] };
}

function refusalOf(invalid: readonly InvalidItem[]): ApiProblem {
  const faults = invalid.flatMap(({ place, problem }): readonly FieldFault[] => {
    const details = problem.options.details ?? [{ field: "", message: problem.message }];
    return details.map(({ field, message }) => ({ field: nameOf(place, field), message }));
  });
  const others = (left: number) => ({ field: "items", message: `have ${left} more errors` });
  return invalidPayload(firstFaults(faults, others));
}

interface ListedItem {
  readonly place: ItemPlace;
  readonly item: unknown;
  /** It cannot be read. */
  readonly fault?: FieldFault | undefined;
}

const nameOf = ({ name }: ItemPlace, field: string) => {
  if (field === "" || field === "body") return name;
  return name.startsWith("line ") ? `${name}, ${field}` : `${name}.${field}`;
};

const ownLineSchema = batchItemBodySchema.pick({ line: true });

const isCsv = (request: Request) => typeof request.is("text/csv") === "string";

/** Some dozens for each item. */
const MAX_VALUES = 20_000;

function requireSize(items: readonly unknown[]): void {
  if (items.length >= 1 && items.length <= MAX_BATCH_ITEMS) return;
  const message = `must be 1 to ${MAX_BATCH_ITEMS} receipts: split a longer list`;
  throw invalidPayload([{ field: "items", message }]);
}

function readJson(request: Request) {
  const body = parseJsonObject(request.body, MAX_VALUES, "split a longer list");
  const { label, recheckForMinutes = 0, onInvalid, items } = parseWith(listSchema, body);
  requireSize(items);
  return {
    label: label ?? null,
    recheckForMinutes,
    onInvalid,
    items: items.map(
      (item, index): ListedItem => ({
        place: {
          position: index + 1,
          name: `items.${index}`,
          line: ownLineSchema.safeParse(item).data?.line ?? null,
        },
        item,
      }),
    ),
  };
}

async function readCsv(request: Request, pause: () => Promise<void>) {
  const { label, recheckForMinutes = 0, onInvalid } = parseQuery(querySchema, request);
  const items = await readCsvItems(request.body, pause);
  requireSize(items);
  return {
    label: label ?? null,
    recheckForMinutes,
    onInvalid,
    items: items.map(
      ({ line, item, fault }, index): ListedItem => ({
        place: { position: index + 1, line, name: `line ${line}` },
        item,
        fault,
      }),
    ),
  };
}

function readItem(item: unknown, rules: VerifyRules): Omit<BatchItemCommand, "place"> {
  if (typeof item !== "object" || item === null || Array.isArray(item))
    throw invalidPayload([{ field: "", message: "must be an object with the fields of a receipt" }]);
  const faults = collectFaults();
  if ("webhookUrl" in item && item.webhookUrl !== null && item.webhookUrl !== "")
    faults.attempt(() => {
      throw invalidPayload([
        { field: "webhookUrl", message: "is not taken in a batch: your webhook endpoints get its events" },
      ]);
    });
  const {
    label,
    line: _line,
    ...body
  } = faults.attempt(() => parseWith(batchItemBodySchema, item)) ??
  faultlessFields(batchItemBodySchema, item);
  const command = readVerifyCommand(body, undefined, rules, faults);
  const problem = faults.problem();
  if (problem !== undefined || command === undefined) throw problem;
  return { label: label ?? null, command };
}
