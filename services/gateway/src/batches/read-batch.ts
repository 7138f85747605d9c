import { batchItemBodySchema, batchRoutes, type FieldFault, MAX_BATCH_ITEMS } from "@receipts/contracts";
import { createTurns, pause } from "@receipts/service-kit";
import type { Request } from "express";
import { z } from "zod";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { signalOfLeaving } from "../http/bytes-body.ts";
import { callerOf } from "../http/request-context.ts";
import { parseQuery, parseWith } from "../http/validation.ts";
import { collectFaults, faultlessFields } from "../http/validation.ts";
import { readVerifyCommand, type VerifyCommand, type VerifyRules } from "../verification/verify-command.ts";
import { readCsvItems } from "./read-csv-items.ts";

export interface BatchItemCommand {
  readonly label: string | null;
  readonly command: VerifyCommand;
}

export interface BatchCommand {
  readonly label: string | null;
  readonly recheckForMinutes: number;
  readonly items: readonly BatchItemCommand[];
}

/** A list with hundreds of mistakes has one mistake. */
const MAX_FAULTS = 50;

const { body: bodySchema, query: querySchema } = batchRoutes.createBatch;
/** Its items are read one by one, so that one response lists the errors of all. */
const listSchema = bodySchema.extend({
  items: z.array(z.unknown(), "must be a list of receipts"),
});

/** Reads lists one after another, accounts in turn, and lets other calls pass. */
export function createReadBatch(rules: VerifyRules): (request: Request) => Promise<BatchCommand> {
  const turns = createTurns();
  return async (request) => {
    const read = async (spend: (cpuMs: number) => void) => {
      const work = createSlices();
      return await readBatch(request, rules, work.pause).finally(() => spend(work.workedMs()));
    };
    return await turns.take(callerOf(request).userId, read, signalOfLeaving(request));
  };
}

/** Others' calls wait no longer for a slice, and have the process to themselves after it. */
const SLICE_MS = 1;
const REST_MS = 6;

/** Cuts long work: `pause` rests once a slice is over. */
function createSlices() {
  let worked = 0;
  let startedAt = performance.now();
  return {
    workedMs: () => worked + performance.now() - startedAt,
    async pause() {
      const ms = performance.now() - startedAt;
      if (ms < SLICE_MS) return;
      worked += ms;
      await pause(REST_MS);
      startedAt = performance.now();
    },
  };
}

/** Throws 422 with the errors of every item: a list is accepted whole or not at all. */
async function readBatch(
  request: Request,
  rules: VerifyRules,
  pause: () => Promise<void>,
): Promise<BatchCommand> {
  const list = Buffer.isBuffer(request.body) ? await readCsv(request, pause) : readJson(request);
  if (list.items.length === 0 || list.items.length > MAX_BATCH_ITEMS) {
    throw invalidPayload([
      { field: "items", message: `must be 1 to ${MAX_BATCH_ITEMS} receipts: split a longer list` },
    ]);
  }
  const faults: FieldFault[] = [];
  const items: BatchItemCommand[] = [];
  for (const { place, item } of list.items) {
    await pause();
    try {
      items.push(readItem(item, rules));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const details = error.options.details ?? [{ field: "", message: error.message }];
      faults.push(...details.map(({ field, message }) => ({ field: nameOf(place, field), message })));
    }
  }
  if (faults.length > MAX_FAULTS) {
    const left = faults.length - MAX_FAULTS;
    faults.splice(MAX_FAULTS, left, { field: "items", message: `have ${left} more errors` });
  }
  if (faults.length > 0) throw invalidPayload(faults);
  return { label: list.label, recheckForMinutes: list.recheckForMinutes, items };
}

interface ListedItem {
  /** Its name in errors, such as `items.2` or `line 4`. */
  readonly place: string;
  readonly item: unknown;
}

const nameOf = (place: string, field: string) => {
  if (field === "" || field === "body") return place;
  return place.startsWith("line") ? `${place}, ${field}` : `${place}.${field}`;
};

function readJson(request: Request) {
  const { label, recheckForMinutes = 0, items } = parseWith(listSchema, request.body);
  return {
    label: label ?? null,
    recheckForMinutes,
    items: items.map((item, index): ListedItem => ({ place: `items.${index}`, item })),
  };
}

async function readCsv(request: Request, pause: () => Promise<void>) {
  const { label, recheckForMinutes = 0 } = parseQuery(querySchema, request);
  const items = await readCsvItems(request.body, pause);
  return {
    label: label ?? null,
    recheckForMinutes,
    items: items.map(({ line, item }): ListedItem => ({ place: `line ${line}`, item })),
  };
}

function readItem(item: unknown, rules: VerifyRules): BatchItemCommand {
  if (typeof item !== "object" || item === null || Array.isArray(item))
    throw invalidPayload([{ field: "", message: "must be an object with the fields of a receipt" }]);
  const faults = collectFaults();
  if ("webhookUrl" in item && item.webhookUrl !== null && item.webhookUrl !== "")
    faults.attempt(() => {
      throw invalidPayload([
        { field: "webhookUrl", message: "is not taken in a batch: your webhook endpoints get its events" },
      ]);
    });
  const { label, ...body } =
    faults.attempt(() => parseWith(batchItemBodySchema, item)) ?? faultlessFields(batchItemBodySchema, item);
  const command = readVerifyCommand(body, undefined, rules, faults);
  const problem = faults.problem();
  if (problem !== undefined || command === undefined) throw problem;
  return { label: label ?? null, command };
}
