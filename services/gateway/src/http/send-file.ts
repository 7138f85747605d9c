import type { Request, Response } from "express";
import type { CredentialWatcher } from "./credential-watcher.ts";
import { callerOf } from "./request-context.ts";
import { createSlowWriter } from "./slow-reader.ts";

export interface SentFile {
  readonly name: string;
  readonly type: "text/csv" | "application/json";
  /** Its texts, or a function that writes them. */
  readonly content: AsyncIterable<string> | ((write: (text: string) => Promise<void>) => Promise<void>);
  /** Ends the file early. */
  readonly signal?: AbortSignal;
}

/** A slow phone takes it in seconds, so that only a reader who stands still is given up. */
const PIECE = 16 * 1024;

export type SendFile = (request: Request, response: Response, file: SentFile) => Promise<void>;

/**
 * Sends a file as its reader takes it. It ends early with the caller's key or session, and with a reader that stands
 * still. What fails before the first text is an error response.
 */
export function createSendFile(credentials: CredentialWatcher): SendFile {
  return async (request, response, { name, type, content, signal }) => {
    const begin = () => response.type(type).attachment(name);
    if (request.method === "HEAD") {
      begin().end();
      return;
    }
    const end = () => response.destroy();
    const unwatch = credentials.watch(callerOf(request), end);
    signal?.addEventListener("abort", end, { once: true });
    const writeSlowly = createSlowWriter(response);
    const write = async (text: string) => {
      if (!response.headersSent && !response.closed) begin();
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += PIECE) await writeSlowly(bytes.subarray(at, at + PIECE));
    };
    try {
      if (typeof content === "function") await content(write);
      else for await (const text of content) await write(text);
      response.end();
    } catch (error) {
      // The reader has left, or stands still: no fault of ours.
      if (!(error instanceof Error && error.name === "AbortError")) throw error;
      response.destroy();
    } finally {
      unwatch();
      signal?.removeEventListener("abort", end);
    }
  };
}
