import type { Request, Response } from "express";
import { contextOf } from "../../http/request-context.ts";

export function sendData(request: Request, response: Response, data: unknown): void {
  response.json({ data, error: null, meta: { requestId: contextOf(request).requestId } });
}

export interface CursorPage {
  readonly items: readonly unknown[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export function sendPage(request: Request, response: Response, page: CursorPage): void {
  sendData(request, response, page);
}
