import type { XLSX } from "@receipts/contracts";
import type { Request, Response } from "express";
import type { CredentialWatcher } from "./credential-watcher.ts";
import { createFilePlaces, type FilePlaces } from "./file-places.ts";
import { callerOf } from "./request-context.ts";
import { createSlowWriter } from "./slow-reader.ts";

export interface SentFile {
  readonly name: string;
  readonly type: "text/csv" | "application/json" | typeof XLSX;
  /** Its parts, or a function that writes them. Nothing is read before the file has its place. */
  readonly content:
    | AsyncIterable<string | Uint8Array>
    | ((write: (text: string) => Promise<void>) => Promise<void>);
  /** Default: those that most files share. */
  readonly places?: FilePlaces;
}

/** Each file holds a batch of rows for as long as its reader takes. */
const SHARED_PLACES = { ofAccount: 2, ofProcess: 16 };

/** A slow phone takes it in seconds, so that only a reader who stands still is given up. */
const PIECE = 16 * 1024;

/** A file, or a function that finds it once it has its place. */
type Wanted = SentFile | (() => Promise<SentFile>);
const placesOf = (file: Wanted, shared: FilePlaces) => ("places" in file && file.places) || shared;
const found = async (file: Wanted): Promise<SentFile> => (typeof file === "function" ? await file() : file);

export type SendFile = (request: Request, response: Response, file: Wanted) => Promise<void>;

/**
 * Sends a file as its reader takes it. It ends early with the caller's key or session, with a reader that stands
 * still, and with its place. What fails before the first text is an error response.
 */
export function createSendFile(credentials: CredentialWatcher): SendFile {
  const shared = createFilePlaces(SHARED_PLACES);
  return async (request, response, file) => {
    using place = placesOf(file, shared).take(callerOf(request).userId);
    const { name, type, content } = await found(file);
    const begin = () => response.type(type).attachment(name);
    if (request.method === "HEAD") {
      begin().end();
      return;
    }
    const end = () => response.destroy();
    place.signal.addEventListener("abort", end, { once: true });
    const unwatch = credentials.watch(callerOf(request), end);
    const writeSlowly = createSlowWriter(response);
    const write = async (part: string | Uint8Array) => {
      if (!response.headersSent && !response.closed) begin();
      const bytes = typeof part === "string" ? Buffer.from(part) : part;
      for (let at = 0; at < bytes.length; at += PIECE) await writeSlowly(bytes.subarray(at, at + PIECE));
    };
    try {
      if (typeof content === "function") await content(write);
      else for await (const part of content) await write(part);
      response.end();
    } catch (error) {
      // The reader has left, or stands still: no fault of ours.
      if (!(error instanceof Error && error.name === "AbortError")) throw error;
      response.destroy();
    } finally {
      unwatch();
    }
  };
}
