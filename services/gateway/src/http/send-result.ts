import type { Response } from "express";

/** Sends a successful response of the verification surface. */
export function sendResult(response: Response, message: string, data: unknown, status = 200): void {
  response.status(status).json({ success: true, message, data });
}

export interface Page {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

export function sendPage(response: Response, message: string, data: readonly unknown[], page: Page): void {
  const { total, limit, offset } = page;
  response.json({ success: true, message, data, meta: { total, limit, offset } });
}

/** Sends a short list whole, with the same paging fields as a page. */
export function sendWholeList(response: Response, message: string, items: readonly unknown[]): void {
  response.json({ success: true, message, ...wholeList(items) });
}

export function wholeList<Item>(items: readonly Item[]) {
  return { data: items, meta: { total: items.length, limit: Math.max(1, items.length), offset: 0 } };
}
