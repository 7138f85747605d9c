import { cursorOfList } from "@receipts/contracts";
import type { AskedPage, AskedWalk, ListPosition } from "@receipts/database";
import type { Request, Response } from "express";
import type { z } from "zod";
import { invalidPayload } from "./api-problem.ts";
import { parseQuery } from "./validation.ts";

interface PageQuery extends AskedPage {
  readonly cursor?: string | undefined;
}

/** Reads the query of a list that grows only at its end: its cursors are offsets. */
export function parsePage<T extends z.ZodType<PageQuery>>(schema: T, request: Request): z.output<T> {
  const query = parseQuery(schema, request);
  requireOneStart(query);
  const offset = readCursor(query.cursor, (text) => /^\+(\d{1,9})$/.exec(text)?.[1]);
  return offset === undefined ? query : { ...query, offset: Number(offset) };
}

/** Reads the query of a list that is newest first. */
export function parseWalk<T extends z.ZodType<PageQuery>>(
  schema: T,
  request: Request,
): z.output<T> & Pick<AskedWalk, "after"> {
  const query = parseQuery(schema, request);
  requireOneStart(query);
  return { ...query, after: placeOf(query.cursor) };
}

function requireOneStart({ cursor, offset }: PageQuery): void {
  if (cursor === undefined || offset === 0) return;
  throw invalidPayload([{ field: "offset", message: "must not be sent with cursor" }]);
}

interface Page extends AskedPage {
  readonly total: number;
}

/** `next`: the last item of the page if the list continues. */
interface WalkedPage extends Page {
  readonly next: ListPosition | undefined;
}

/** `more`: facts about the whole list, for `meta`. */
export function sendPage(
  response: Response,
  message: string,
  data: readonly unknown[],
  page: Page | WalkedPage,
  more: object = {},
): void {
  const { total, limit, offset } = page;
  const end = offset + data.length;
  const following = data.length > 0 && end < total ? `+${end}` : undefined;
  const next = "next" in page ? nextOf(page.next) : continuation(following);
  response.json({ success: true, message, data, meta: { total, limit, offset, ...next, ...more } });
}

/** Sends a short list whole, with the same paging fields as a page. */
export function sendWholeList(response: Response, message: string, items: readonly unknown[]): void {
  const total = items.length;
  sendPage(response, message, items, { total, limit: Math.max(1, total), offset: 0 });
}

/** How a list that is newest first continues, for `meta`. */
export const nextOf = (next: ListPosition | undefined) => continuation(next && `${next.place}.${next.id}`);

const continuation = (text: string | undefined) => ({
  hasMore: text !== undefined,
  nextCursor: text === undefined ? null : encoded(text),
});

const encoded = (text: string) => Buffer.from(text).toString("base64url");

/** Microseconds until the year 2255. */
const MAX_PLACE = 9e15;

/** The place that the cursor of a list names, if there is one. */
export const placeOf = (cursor: string | undefined): ListPosition | undefined =>
  readCursor(cursor, (text) => {
    const [, digits = "", id = ""] = /^(\d{1,16})\.([a-z]{2,4}_\w{1,60})$/.exec(text) ?? [];
    const place = Number(digits);
    // Other spellings of the same place are not ours.
    return id !== "" && place < MAX_PLACE && String(place) === digits ? { place, id } : undefined;
  });

function readCursor<T>(cursor: string | undefined, read: (text: string) => T | undefined): T | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, "base64url").toString();
  const place = read(text);
  // Other spellings of the same bytes are not ours.
  if (place !== undefined && encoded(text) === cursor) return place;
  throw invalidPayload([{ field: "cursor", message: cursorOfList }]);
}
