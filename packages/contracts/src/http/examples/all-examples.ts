import { accountExamples } from "./account-examples.ts";
import { checkoutExamples } from "./checkout-examples.ts";
import type { OperationExamples } from "./operation-examples.ts";
import { platformExamples } from "./platform-examples.ts";
import { verificationExamples } from "./verification-examples.ts";

/** By operation; those that neither take nor answer anything have none. */
export const operationExamples: Readonly<Record<string, OperationExamples>> = {
  ...verificationExamples,
  ...accountExamples,
  ...platformExamples,
  ...checkoutExamples,
};
