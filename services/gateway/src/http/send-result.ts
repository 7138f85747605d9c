import type { Response } from "express";

/** Sends a successful response of the verification surface. */
export function sendResult(response: Response, message: string, data: unknown, status = 200): void {
  response.status(status).json({ success: true, message, data });
}
