import type { ReceiptDocument, ReceiptUnreadable } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import type { DocumentQuarantine } from "@receipts/quarantine";
import type { Log, ServiceMetrics } from "@receipts/service-kit";

export interface QuarantineDocumentDeps {
  readonly bank: BankCode;
  /** Without it, documents are counted and logged but not stored. */
  readonly quarantine: DocumentQuarantine | undefined;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

export interface UnrecognizedDocument {
  readonly verificationId: string;
  readonly httpRequestId: string;
  /** Undefined if the response was too long or a redirect. */
  readonly document: ReceiptDocument | undefined;
  readonly parseError: ReceiptUnreadable;
}

/** Counts and logs an unreadable response, and stores its document in the quarantine. Never throws. */
export type QuarantineDocument = (unrecognized: UnrecognizedDocument) => Promise<void>;

/** The log line has the document's id in the quarantine. Content of the document must not be logged. */
export function createQuarantineDocument(deps: QuarantineDocumentDeps): QuarantineDocument {
  const { bank } = deps;
  const unrecognized = deps.metrics.counter(
    "bank_documents_unrecognized_total",
    "Unreadable responses of a bank; a rising count means that its page has changed",
    ["bank"],
    { bank: [bank] },
  );
  return async ({ verificationId, httpRequestId, document, parseError }) => {
    unrecognized.inc({ bank });
    const reason = parseError.message;
    const documentId =
      document && (await deps.quarantine?.store({ bank, verificationId, reason, ...document }));
    deps.log.warn("bank.document_unrecognized", {
      requestId: httpRequestId,
      verificationId,
      bank,
      // Null if it was not stored: no document, no quarantine, a failed write, or too many writes at once.
      documentId: documentId ?? null,
      reason,
      bytes: document?.body.byteLength ?? null,
    });
  };
}
