import { askForIn } from "@receipts/banks";
import type { AskFor, FileReading } from "@receipts/contracts";
import type { DocumentReading, PictureReader, RefusalReason } from "@receipts/receipt-pictures";
import { latencyBuckets, type ServiceMetrics } from "@receipts/service-kit";
import type { Request } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import type { BodyPlaces } from "../http/body-places.ts";
import { disconnectSignal } from "../http/bytes-body.ts";
import { contextOf } from "../http/request-context.ts";
import { noReceiptIn, unsupportedSender, type VerifyRules } from "../verification/verify-command.ts";
import { fileOf } from "./file-body.ts";

/** A file in which at least one reference was found. */
export type FoundReading = Exclude<DocumentReading, { kind: "refused" }>;

/** Reads the form's file, and gives its place back. Throws 413, 415 or 422. */
export type ReadFile = (request: Request) => Promise<FoundReading>;

/** Of the text of a file in which nothing was found. */
const SHOWN_CHARACTERS = 300;

export function createReadFile(deps: {
  readonly reader: Pick<PictureReader, "read">;
  readonly places: BodyPlaces;
  readonly rules: Pick<VerifyRules, "banks" | "detect">;
  readonly metrics: ServiceMetrics;
}): ReadFile {
  const kinds = [
    "qr",
    "pdf_text",
    "recognized_text",
    "nothing_found",
    "failed",
    "left",
    ...Object.keys(refusals),
  ] as const;
  const files = deps.metrics.counter(
    "receipt_files_total",
    "Files read, by how their reference was found, or why none was; `left`: the caller hung up before its turn",
    ["outcome"],
    { outcome: kinds },
  );
  const seconds = deps.metrics.histogram(
    "receipt_file_duration_seconds",
    "From the received file to its reading, with the wait for files before it",
    latencyBuckets,
  );
  return async (request) => {
    const { logFields } = contextOf(request);
    const startedAt = performance.now();
    const bytes = fileOf(request);
    deps.places.hold(request);
    const leaving = disconnectSignal(request);
    try {
      // Within an account each key, session, till and address of payers takes turns.
      const { account, id, network = id } = deps.places.senderOf(request);
      const reading = await deps.reader.read(bytes, [account, network], leaving).catch((error: unknown) => {
        files.inc({ outcome: leaving.aborted ? "left" : "failed" });
        throw error;
      });
      const ms = performance.now() - startedAt;
      seconds.observe(ms / 1_000);
      const outcome = outcomeOf(reading);
      files.inc({ outcome });
      Object.assign(logFields, { fileOutcome: outcome, fileMs: Math.round(ms) });
      if (reading.kind === "refused") throw refusals[reading.reason]();
      if (reading.candidates.length === 0) throw nothingFound(reading.text, deps.rules);
      return reading;
    } finally {
      deps.places.leave(request);
    }
  };
}

function outcomeOf(reading: DocumentReading) {
  if (reading.kind === "refused") return reading.reason;
  return reading.candidates.length === 0 ? "nothing_found" : reading.kind;
}

export function shownReading({ kind, text, candidates }: FoundReading): FileReading {
  return {
    kind,
    text,
    candidates: candidates.map(({ bank, identifiers, confidence, unsureAt }) => ({
      bank,
      referenceNumber: identifiers.reference,
      accountSuffix: identifiers.suffix,
      phone: identifiers.phone,
      confidence,
      unsureAt: [...unsureAt],
    })),
  };
}

const wayOut = "send the receipt's link, SMS or reference to `POST /api/verify` instead";

const notFound = (message: string, detail: string) =>
  new ApiProblem("reference_not_found", {
    message: `${message}; or ${wayOut}`,
    details: [{ field: "file", message: detail }],
  });

function nothingFound(text: string, rules: Pick<VerifyRules, "banks" | "detect">): ApiProblem {
  const detection = rules.detect({ reference: text });
  if (detection.kind === "unsupported" && detection.isSender)
    return unsupportedSender(rules.banks, detection);
  const askFor = askForIn(detection);
  if (askFor !== undefined) return noReceiptIn(onScreen(askFor, text));
  const read = text.replaceAll(/\s+/g, " ").trim().slice(0, SHOWN_CHARACTERS);
  return notFound(
    "No reference of a supported bank was found: send the whole receipt, or a sharper picture of it",
    read === "" ? "no text was recognized" : `read as text: ${read}`,
  );
}

/** A screen of a bank's app has a code, unlike a message. */
function onScreen(askFor: AskFor, text: string): AskFor {
  const isScreen = askFor.what === "receipt_link" && !/\bdear\b/i.test(text);
  return isScreen ? { ...askFor, what: "qr_code" } : askFor;
}

const refusals: Readonly<Record<RefusalReason, () => ApiProblem>> = {
  unsupported_format: () =>
    new ApiProblem("unsupported_media_type", {
      message: "The file must be PNG, JPEG, WebP or PDF: a screenshot of another picture works too",
    }),
  too_many_bytes: () => new ApiProblem("payload_too_large"),
  too_many_pixels: () =>
    new ApiProblem("payload_too_large", {
      message:
        "The picture must have at most 40 megapixels and 20,000 pixels a side: send a screenshot, or a smaller photo",
    }),
  unreadable: () =>
    notFound("The file could not be opened: send a screenshot of it", "is damaged or encrypted"),
  over_limits: () =>
    notFound(
      "Reading the file takes too long: send a screenshot of it",
      "takes too much time or memory to read",
    ),
};
