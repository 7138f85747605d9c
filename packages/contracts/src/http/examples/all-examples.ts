import {
  accountExamples,
  auditExamples,
  bankAccountExamples,
  keyExamples,
  profileExamples,
} from "./account-examples.ts";
import { accountDepositExamples, checkoutExamples } from "./checkout-examples.ts";
import type { OperationExamples } from "./operation-examples.ts";
import {
  creditExamples,
  healthExamples,
  reportExamples,
  sampleExamples,
  uptimeExamples,
} from "./platform-examples.ts";
import { deliveryExamples, verificationExamples } from "./verification-examples.ts";

/** By operation; those that neither take nor answer anything have none. */
export const operationExamples: Readonly<Record<string, OperationExamples>> = {
  ...verificationExamples,
  ...deliveryExamples,
  ...accountExamples,
  ...keyExamples,
  ...profileExamples,
  ...bankAccountExamples,
  ...auditExamples,
  ...healthExamples,
  ...uptimeExamples,
  ...creditExamples,
  ...sampleExamples,
  ...reportExamples,
  ...checkoutExamples,
  ...accountDepositExamples,
};
