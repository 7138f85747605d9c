import type { ReceiptDocument, ReceiptUnreadable } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import type { DocumentQuarantine } from "@receipts/quarantine";
import type { Log, ServiceMetrics } from "@receipts/service-kit";

export interface QuarantineDocumentDeps {
  readonly bank: BankCode;
  /** Without one, documents are counted and told of, and not kept. */
  readonly quarantine: DocumentQuarantine | undefined;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

export interface Unrecognized {
  readonly verificationId: string;
  readonly httpRequestId: string;
  /** Undefined where there is none to keep: it was too long, or a redirect. */
  readonly document: ReceiptDocument | undefined;
  readonly parseError: ReceiptUnreadable;
}

/** Counts an answer that nobody could read, and puts its document where an operator finds it. Never throws. */
export type QuarantineDocument = (unrecognized: Unrecognized) => Promise<void>;

/** The line names the document in the quarantine; of the document itself nothing may be in a log. */
export function createQuarantineDocument(deps: QuarantineDocumentDeps): QuarantineDocument {
  const { bank } = deps;
  const unrecognized = deps.metrics.counter(
    "bank_documents_unrecognized_total",
    "Answers of a bank that could not be read: a rising count is a changed page",
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
      // Null when it is not in the quarantine: there is none, the store failed, or enough others were being kept.
      documentId: documentId ?? null,
      reason,
      bytes: document?.body.byteLength ?? null,
    });
  };
}
