import { accountExamples } from "./account-examples.ts";
import { batchExamples } from "./batch-examples.ts";
import { checkoutExamples } from "./checkout-examples.ts";
import type { OperationExamples } from "./operation-examples.ts";
import { paymentExamples } from "./payment-examples.ts";
import { platformExamples } from "./platform-examples.ts";
import { receiptFileExamples } from "./receipt-file-examples.ts";
import { reconciliationExamples } from "./reconciliation-examples.ts";
import { teamExamples } from "./team-examples.ts";
import { tillExamples } from "./till-examples.ts";
import { verificationExamples } from "./verification-examples.ts";
import { webhookRouteExamples } from "./webhook-route-examples.ts";

/** By `operationId`. Operations without any body have none. */
export const operationExamples: Readonly<Record<string, OperationExamples>> = {
  ...verificationExamples,
  ...batchExamples,
  ...receiptFileExamples,
  ...paymentExamples,
  ...reconciliationExamples,
  ...webhookRouteExamples,
  ...accountExamples,
  ...teamExamples,
  ...tillExamples,
  ...platformExamples,
  ...checkoutExamples,
};
