import { batchItemBodySchema, batchRoutes, type FieldFault, MAX_BATCH_ITEMS } from "@receipts/contracts";
import type { Request } from "express";
import { z } from "zod";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
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

/** Throws 422 with the errors of every item: a list is accepted whole or not at all. */
export function readBatch(request: Request, rules: VerifyRules): BatchCommand {
  const list = Buffer.isBuffer(request.body) ? readCsv(request) : readJson(request);
  if (list.items.length === 0 || list.items.length > MAX_BATCH_ITEMS) {
    throw invalidPayload([
      { field: "items", message: `must be 1 to ${MAX_BATCH_ITEMS} receipts: split a longer list` },
    ]);
  }
  const faults: FieldFault[] = [];
  const items = list.items.flatMap(({ place, item }): BatchItemCommand[] => {
    try {
      return [readItem(item, rules)];
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const details = error.options.details ?? [{ field: "", message: error.message }];
      faults.push(...details.map(({ field, message }) => ({ field: nameOf(place, field), message })));
      return [];
    }
  });
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

function readCsv(request: Request) {
  const { label, recheckForMinutes = 0 } = parseQuery(querySchema, request);
  const items = readCsvItems(request.body);
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
