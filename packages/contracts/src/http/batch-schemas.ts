import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { errorFields } from "./envelope.ts";
import { ids, publicBase, times } from "./examples/example-values.ts";
import { plainText } from "./plain-text.ts";
import { countField, nullableTextField, nullableTimeField, textField, timeField } from "./response-fields.ts";
import {
  decisionFields,
  failureReasonSchema,
  processingStatusSchema,
  verificationStatusSchema,
} from "./verdict-schemas.ts";
import { MAX_RECHECK_MINUTES, recheckText, verifyBodySchema } from "./verification-request-schemas.ts";
import { verificationResultSchema } from "./verification-result-schema.ts";

export const MAX_BATCH_ITEMS = 500;
export const MAX_BATCH_BYTES = 1024 * 1024;

export const batchItemBodySchema = verifyBodySchema
  .omit({ webhookUrl: true, recheckForMinutes: true })
  .extend({
    label: plainText(100)
      .optional()
      .meta({
        description: "Your own text for this receipt, such as an order number.",
        examples: ["order-1042"],
      }),
    line: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({
        description:
          "Where the receipt stands in your own list. Shown as `line` of the item, and never in errors.",
        examples: [4],
      }),
  })
  .meta({
    id: "BatchItemBody",
    description:
      "One receipt of the list. It has no `webhookUrl`: your webhook endpoints get its `verification.completed`.",
  });
export type BatchItemBody = z.infer<typeof batchItemBodySchema>;

const label = plainText(100)
  .optional()
  .meta({
    description: "Your own text for the whole list.",
    examples: ["Monday evening"],
  });

export const onInvalidSchema = z.enum(["reject", "skip"]).meta({
  id: "OnInvalid",
  description:
    "`reject`: one invalid item refuses the list. `skip`: an invalid item is marked with its `error`, a repeated receipt with `sameAs`, and the others run. Neither costs a credit.",
});
export type OnInvalid = z.infer<typeof onInvalidSchema>;
const onInvalid = onInvalidSchema.default("reject");

export const createBatchBodySchema = z
  .object({
    label,
    items: z
      .array(batchItemBodySchema)
      .min(1)
      .max(MAX_BATCH_ITEMS)
      .meta({ description: `The receipts, 1 to ${MAX_BATCH_ITEMS}.` }),
    recheckForMinutes: verifyBodySchema.shape.recheckForMinutes,
    onInvalid: onInvalid.meta({
      description:
        "Whether an invalid item refuses the list. With `skip` it is marked, and the others run; a receipt that is repeated runs once. Default `reject`.",
      examples: ["skip"],
    }),
  })
  .meta({ id: "CreateBatchBody", description: "The receipts to verify. Unknown fields are ignored." });

/** Of a body in CSV, which has no place for it. */
export const createBatchQuerySchema = z.object({
  label: label.meta({ description: "Your own text for the whole list, if the body is CSV." }),
  recheckForMinutes: recheckText.meta({
    description: "Minutes, 0 to 60, in which a bank is asked again while it has no such receipt. Default 0.",
    wire: { type: "integer", minimum: 0, maximum: MAX_RECHECK_MINUTES },
  }),
  onInvalid: onInvalid.meta({
    description: "`skip` marks invalid lines, and runs the others. Default `reject`, which refuses the list.",
  }),
});

export const batchStatusSchema = z.enum(["running", "canceling", "completed", "canceled"]).meta({
  id: "BatchStatus",
  description:
    "`running`: items wait or run. `canceling`: canceled, and some items had started. `completed`: every item has ended. `canceled`: the items that had started have ended; the others were given back.",
  examples: ["completed"],
});
export type BatchStatus = z.infer<typeof batchStatusSchema>;

export const batchCountsSchema = z
  .object({
    waiting: countField("Items that have not started."),
    running: countField("Items that have started and have no verdict."),
    success: countField("Receipts that their bank confirms.", 48),
    notFound: countField("Receipts that their bank does not know.", 2),
    failed: countField("Items without a verdict, whose credits were refunded, and payments that failed."),
    canceled: countField("Items that were canceled before they started. Their credits were given back."),
    accept: countField("Items with the decision `accept`.", 47),
    wait: countField("Items with the decision `wait`."),
    review: countField("Items with the decision `review`."),
    reject: countField("Items with the decision `reject`.", 3),
    invalid: countField("Items that could not be read, with `onInvalid` `skip`. They cost no credit."),
    repeated: countField(
      "Items that name the receipt of an earlier item, with `onInvalid` `skip`. They cost no credit, and no other count has them.",
    ),
  })
  .meta({
    id: "BatchCounts",
    description:
      "Items by state and verdict, and the decisions of those that ended. `waiting` to `canceled`, `invalid` and `repeated` add up to `total`.",
  });
export type BatchCounts = z.infer<typeof batchCountsSchema>;

const batchUrl = `${publicBase}/api/batches/${ids.batch}`;
const link = (description: string, path = "") =>
  z.url().meta({ description, examples: [`${batchUrl}${path}`] });

/** Facts of a batch that its webhook has too. */
export const batchFields = {
  id: textField("Id of the batch.", ids.batch),
  label: nullableTextField("Your own text for the list. Null if there is none.", "Monday evening"),
  status: batchStatusSchema,
  total: z
    .int()
    .min(1)
    .max(MAX_BATCH_ITEMS)
    .meta({ description: "Items of the list, also the invalid and repeated ones.", examples: [50] }),
  counts: batchCountsSchema,
  createdAt: timeField("When the batch was accepted."),
  canceledAt: nullableTimeField("When it was canceled. Null if it was not."),
  completedAt: nullableTimeField("When its last item ended. Null before.", times.later),
};

export const batchSchema = z
  .object({
    ...batchFields,
    links: z
      .object({
        statusUrl: link("The batch, for `GET` with the same key."),
        eventsUrl: link("Its progress as server-sent events.", "/events"),
        itemsUrl: link("Its items with their results, page by page.", "/items"),
        exportUrl: link("All items as CSV.", "/export"),
      })
      .meta({ id: "BatchLinks", description: "Where to follow the batch and read its results." }),
  })
  .meta({ id: "Batch", description: "A list of receipts that is verified as one job." });
export type Batch = z.infer<typeof batchSchema>;

const positionField = (description: string) =>
  z
    .int()
    .min(1)
    .max(MAX_BATCH_ITEMS)
    .meta({ description, examples: [1] });
const lineField = z
  .int()
  .min(1)
  .nullable()
  .meta({
    description:
      "Line of the CSV, from 1, as errors name it. For a list in JSON the item's own `line`; null without one.",
    examples: [2],
  });

export const batchItemStateSchema = z
  .enum(["waiting", "running", "ended", "canceled", "invalid", "repeated"])
  .meta({
    id: "BatchItemState",
    description:
      "`waiting`: not started. `running`: the request is at its bank. `ended`: it has its verdict. `canceled`: it never started. `invalid`: it cannot be read, see `error`. `repeated`: its receipt is that of `sameAs`.",
    examples: ["ended"],
  });
export type BatchItemState = z.infer<typeof batchItemStateSchema>;

export const sameItemSchema = z
  .object({
    position: positionField("Place of the earlier item in the list, from 1."),
    line: lineField,
    decision: decisionFields.decision,
  })
  .meta({ id: "SameItem", description: "The earlier item of the same receipt, and its decision." });

export const batchItemErrorCodeSchema = z
  .enum(["invalid_payload", "unsupported_bank", "no_receipt_in_message", "bank_not_detected"])
  .meta({
    id: "BatchItemErrorCode",
    description: "The error code of a call with this item alone. The page of errors has its causes.",
  });

export const batchItemErrorSchema = z
  .object({
    ...errorFields,
    code: batchItemErrorCodeSchema,
    message: textField("What is wrong, for people. Programs should read `code`."),
  })
  .meta({ id: "BatchItemError", description: "Why an item is invalid: the error of a call with it alone." });
export type BatchItemError = z.infer<typeof batchItemErrorSchema>;

export const batchItemSchema = z
  .object({
    position: positionField("Place in the list, from 1."),
    line: lineField,
    label: nullableTextField("Your own text for this receipt. Null if there is none.", "order-1042"),
    state: batchItemStateSchema,
    requestId: nullableTextField(
      "The item's request, once it has started. Null before. Of a repeated receipt, the earlier item's.",
      ids.request,
    ),
    bank: bankCodeSchema.nullable().meta({
      description: "The bank. Null if an invalid item names none.",
      examples: ["telebirr"],
    }),
    reference: nullableTextField(
      "The transaction number as submitted. Of an invalid item, up to 200 characters of its text. Null once it is erased.",
      "DC21QK2M41",
    ),
    processingStatus: processingStatusSchema
      .nullable()
      .meta({ description: "State of the request. Null before it has started." }),
    status: verificationStatusSchema
      .nullable()
      .meta({ description: "The verdict. Null before the request has started.", examples: ["success"] }),
    failureReason: failureReasonSchema
      .nullable()
      .meta({ description: "Why there is no verdict. Null if there is one, or it is pending." }),
    ...decisionFields,
    sameAs: sameItemSchema.nullable().meta({
      description:
        "The earlier item of the same receipt, which alone has the decision and the result: one payment counts once. Null if there is none.",
      examples: [null],
    }),
    error: batchItemErrorSchema
      .nullable()
      .meta({ description: "Why the item is invalid. Null if it is not.", examples: [null] }),
    result: verificationResultSchema
      .nullable()
      .meta({ description: "The whole result. Null until it has ended, and for a repeated receipt." }),
  })
  .meta({ id: "BatchItem", description: "One receipt of a batch, with its request and result." });
export type BatchItem = z.infer<typeof batchItemSchema>;
