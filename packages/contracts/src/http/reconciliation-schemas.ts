import { z } from "zod";
import { bankCodeSchema, bankInputSchema } from "../bank-registry.ts";
import { downloadQuery } from "./download.ts";
import { ids, times } from "./examples/example-values.ts";
import { isoDay } from "./iso-time.ts";
import { pageQuery } from "./page-query.ts";
import { timeZoneInput } from "./period-query.ts";
import { plainText } from "./plain-text.ts";
import {
  dateOrders,
  type LineClass,
  lineClasses,
  lineNotes,
  reconciliationFailures,
  statementFields,
  statementLayouts,
} from "./reconciliation-fields.ts";
import {
  birrField,
  countField,
  flagField,
  nullableTextField,
  nullableTimeField,
  textField,
  timeField,
} from "./response-fields.ts";

const columnName = plainText(80);

/** A mapping by hand. */
export const statementMappingSchema = z
  .strictObject({
    columns: z
      .partialRecord(z.enum(statementFields), columnName)
      .refine((columns) => columns.time !== undefined, "must name the column of the time")
      .refine(
        ({ amount, credit, debit }) =>
          (amount === undefined) !== (credit === undefined && debit === undefined),
        "must name either the column `amount`, or the columns `credit` and `debit`",
      )
      .optional(),
    dateOrder: z.enum(dateOrders).default("dmy"),
    decimal: z.enum([".", ","]).default("."),
  })
  .meta({
    id: "StatementMapping",
    description: "The names of the columns, and how dates and amounts are written.",
  });
export type StatementMapping = z.infer<typeof statementMappingSchema>;

function parsedJson(text: string, context: z.core.$RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({
      code: "custom",
      message: 'must be JSON such as {"columns":{"time":"Date","amount":"Sum"}}',
    });
    return z.NEVER;
  }
}

const day = isoDay().optional();

export const statementQuerySchema = z.object({
  bank: bankInputSchema.meta({ description: "The bank whose statement it is." }),
  timeZone: timeZoneInput.default("Africa/Addis_Ababa").meta({
    description: "IANA time zone of the times in the file, and of `startDate` and `endDate`.",
    examples: ["Africa/Addis_Ababa"],
  }),
  startDate: day.meta({
    description: "First day of the statement's period. Default: the day of its earliest line.",
  }),
  endDate: day.meta({
    description: "Last day of the statement's period. Default: the day of its latest line.",
  }),
  fileName: plainText(120)
    .optional()
    .meta({ description: "Name of the file, for people.", examples: ["march.csv"] }),
  mapping: z
    .string()
    .max(4_000)
    .transform(parsedJson)
    .pipe(statementMappingSchema)
    .optional()
    .meta({
      description:
        "For a file whose header is not known: the columns as JSON. Without `columns`, for a known header whose amounts have two readings: only `decimal`. `columns` has the header of each field: `time`, `reference`, `amount` (with a sign, or with `direction`) or `credit` and `debit`, and, if present, `clock`, `fee`, `status`, `description`, `account` and `balance`. `dateOrder` is `dmy` (default), `mdy` or `ymd`, `decimal` is `.` (default) or `,`.",
      examples: [
        '{"columns":{"time":"Date","reference":"Ref","amount":"Sum"},"dateOrder":"dmy","decimal":"."}',
      ],
      wire: { type: "string", maxLength: 4_000 },
    }),
});
export type StatementQuery = z.infer<typeof statementQuerySchema>;

const lineClassSchema = z.enum(lineClasses).meta({
  id: "LineClass",
  description:
    "`matched`: the same number, and the same amount apart from a fee. `differing`: the same number, another amount. `statement_only`, `ours_only`: only one side has it. `ignored`: money that left, repeated lines, transactions that were not completed. `unread`: rows that could not be read.",
  examples: ["differing"],
});

export const linesQuerySchema = z.object({
  class: lineClassSchema.optional().meta({ description: "Only lines with this result. Default: all." }),
  ...pageQuery,
});
export const exportLinesQuerySchema = linesQuerySchema.pick({ class: true }).extend(downloadQuery);

const lineSumSchema = z
  .object({
    lines: countField("Lines of this class.", 120),
    amount: birrField("Birr of these lines in the statement."),
    ours: birrField("Birr of the payments that we have for them."),
    difference: textField("Birr of the statement without ours, for lines that have a payment.", "-2.50"),
  })
  .meta({ id: "LineSum", description: "A number of lines and their money." });
export type LineSum = z.infer<typeof lineSumSchema>;

const statementPeriodSchema = z
  .object({
    from: timeField("When the period begins.", "2026-02-28T21:00:00.000Z"),
    to: timeField("When the period ends, this moment excluded.", "2026-03-31T21:00:00.000Z"),
  })
  .meta({ id: "StatementPeriod", description: "The period in which payments without a line are listed." });

const failureSchema = z
  .enum(reconciliationFailures)
  .meta({ id: "ReconciliationFailure", description: "Why a statement was not compared." });
const layoutSchema = z.enum(statementLayouts).meta({
  id: "StatementLayout",
  description: "A known layout of statements, or `by_hand` for a mapping.",
  examples: ["telebirr_transactions"],
});

const lineSumsSchema = z
  .object({
    matched: lineSumSchema,
    differing: lineSumSchema,
    statement_only: lineSumSchema,
    ours_only: lineSumSchema,
    ignored: lineSumSchema,
    unread: lineSumSchema,
  } satisfies Record<LineClass, typeof lineSumSchema>)
  .meta({
    id: "LineSums",
    description: "Lines and money of each class.",
    examples: [
      {
        matched: { lines: 120, amount: "61250.00", ours: "61250.00", difference: "0.00" },
        differing: { lines: 1, amount: "500.00", ours: "502.50", difference: "-2.50" },
        statement_only: { lines: 2, amount: "900.00", ours: "0.00", difference: "0.00" },
        ours_only: { lines: 0, amount: "0.00", ours: "0.00", difference: "0.00" },
        ignored: { lines: 0, amount: "0.00", ours: "0.00", difference: "0.00" },
        unread: { lines: 0, amount: "0.00", ours: "0.00", difference: "0.00" },
      },
    ],
  });

const statementWarningSchema = z
  .object({
    kind: z.enum(["balance", "total"]).meta({
      id: "StatementWarningKind",
      description:
        "`balance`: the balance does not follow from the row before and this one. `total`: a printed sum is not that of the rows.",
    }),
    row: z
      .int()
      .min(1)
      .meta({ description: "Row in the file, from 1.", examples: [17] }),
    expected: textField("Birr that the rows give.", "1250.00"),
    found: textField("Birr that the file prints.", "1240.00"),
  })
  .meta({
    id: "StatementWarning",
    description: "Where the numbers of a statement do not agree. Its rows are read all the same.",
  });
export type StatementWarning = z.infer<typeof statementWarningSchema>;

const reconciliationFields = {
  id: textField("Id of the reconciliation.", ids.reconciliation),
  bank: bankCodeSchema,
  fileName: nullableTextField("Name of the file. Null if none was sent.", "march.csv"),
  status: z.enum(["pending", "completed", "failed"]).meta({
    id: "ReconciliationStatus",
    description:
      "`pending` until the file is read and compared. Then `completed`, or `failed` with a reason.",
    examples: ["completed"],
  }),
  failure: failureSchema.nullable().meta({
    description:
      "Why it failed. Null otherwise. `unknown_layout`: send the file again with a `mapping`. `missing_column`: no row has all columns of the mapping. `ambiguous_amounts`: `173,900` may be 173.90 or 173,900: send it again with a `mapping` that says which `decimal` it has. `interrupted`: reading took too much memory or time.",
  }),
  layout: layoutSchema.nullable().meta({ description: "Layout by which it was read. Null until then." }),
  timeZone: textField("Time zone of the times in the file.", "Africa/Addis_Ababa"),
  period: statementPeriodSchema
    .nullable()
    .meta({ description: "Null until the file is read, or without a line." }),
  sums: lineSumsSchema.nullable().meta({
    description: "Lines and money of each class. Null until the comparison is completed.",
  }),
  warnings: z.array(statementWarningSchema).meta({
    description: "Where balances or sums of the statement do not agree: the first 20. Empty if they do.",
  }),
  createdAt: timeField("When the file was sent."),
  completedAt: nullableTimeField("When it was compared or failed. Null while it is pending.", times.ended),
};

export const reconciliationSchema = z
  .object(reconciliationFields)
  .meta({ id: "Reconciliation", description: "A statement that is compared with confirmed payments." });
export type Reconciliation = z.infer<typeof reconciliationSchema>;

export const reconciliationDetailSchema = z
  .object({
    ...reconciliationFields,
    preview: z.array(z.array(z.string())).meta({
      description:
        "The first rows of a file whose columns were not recognized, to map them. Otherwise empty.",
      examples: [[]],
    }),
  })
  .meta({ id: "ReconciliationDetail", description: "A reconciliation, with the rows that a mapping needs." });
export type ReconciliationDetail = z.infer<typeof reconciliationDetailSchema>;

const nullableBirr = (description: string, example = "500.00") => nullableTextField(description, example);
const nullableRow = (description: string, example: number | null) =>
  z
    .int()
    .min(1)
    .nullable()
    .meta({ description, examples: [example] });

const comparedPaymentSchema = z
  .object({
    requestId: nullableTextField(
      "The request that verified it. Null if a person confirmed a deposit without one.",
      ids.request,
    ),
    depositId: nullableTextField("The deposit that it paid. Null if none.", null),
    reference: nullableTextField(
      "Its transaction number. Null without a receipt, or once erased.",
      "DC21QK2M41",
    ),
    amount: birrField("Birr that the receiver got.", "502.50"),
    paidAt: timeField("When it was paid; when it was confirmed, if no receipt says so.", times.paid),
  })
  .meta({ id: "ComparedPayment", description: "A payment that the account has confirmed." });

const lineNoteSchema = z
  .enum(lineNotes)
  .meta({ id: "LineNote", description: "More about the result of a line.", examples: ["other_amount"] });

export const reconciledLineSchema = z
  .object({
    class: lineClassSchema,
    note: lineNoteSchema.nullable().meta({
      description:
        "More about the result. Null if there is nothing to add. `gross`, `net`: the statement's amount has the fee in it, or lacks it. `fee_apart`: the fee is a line of its own. `reversed`: the statement takes the money back. `near_edge`: paid so close to the edge of the period that another statement may have it. `by_hand`: a person confirmed the deposit without a receipt. An `unread` row has its fault here.",
    }),
    detail: nullableTextField("Column and text of a row that could not be read. Otherwise null.", null),
    row: nullableRow("Row in the file, from 1. Null for payments without a line.", 17),
    reference: nullableTextField("Transaction number in the statement. Null if it has none.", "DC21QK2M41"),
    amount: nullableBirr("Birr in the statement. Null without a line."),
    direction: z
      .enum(["in", "out"])
      .meta({
        id: "LineDirection",
        description: "`in`: the account got the money. `out`: it left the account.",
        examples: ["in"],
      })
      .nullable()
      .meta({ description: "Whether the account got the money. Null without a line." }),
    fee: nullableBirr("Fee in the statement. Null if it has no column for it.", "0.00"),
    time: nullableTimeField("When it was posted. Null without a line.", times.paid),
    timeIsDay: flagField("True if the statement has only the day: `time` is its start."),
    description: nullableTextField("Text of the bank. Null without one.", "Transfer from Abebe Kebede"),
    account: nullableTextField("The other account, as printed. Null without one.", "2519****5678"),
    payment: comparedPaymentSchema
      .nullable()
      .meta({ description: "The payment with this number. Null if there is none." }),
    difference: nullableTextField(
      "Birr of the statement without ours. Null unless both sides have it.",
      "-2.50",
    ),
    suggestedPaymentId: nullableTextField(
      "A request or deposit of the same amount and about the same time, which may be this line. Null without one.",
      null,
    ),
    suggestedRow: nullableRow("The row that may be this payment. Null without one.", null),
  })
  .meta({ id: "ReconciledLine", description: "A line of the statement, or a payment that it lacks." });
export type ReconciledLineView = z.infer<typeof reconciledLineSchema>;
