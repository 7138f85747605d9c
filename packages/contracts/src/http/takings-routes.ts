import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { rolesFor } from "../roles.ts";
import { downloadQuery, workbook } from "./download.ts";
import { envelopeOf } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import { money } from "./expectation.ts";
import { isoDay } from "./iso-time.ts";
import { plainText } from "./plain-text.ts";
import {
  birrField,
  countField,
  nullableTextField,
  textField,
  timeField,
  zonedDay,
} from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

/** Longest period of a report of what was taken. */
export const MOST_TAKINGS_DAYS = 93;

/** Number and sum of accepted receipts. */
export const sumFields = {
  payments: countField("Accepted receipts, each once.", 31),
  amount: birrField("Birr of these receipts, as the banks print it.", "14250.00"),
};
const takingsSumSchema = z
  .object(sumFields)
  .meta({ id: "TakingsSum", description: "Accepted receipts in number and in birr." });
export type TakingsSum = z.infer<typeof takingsSumSchema>;

const before = takingsSumSchema.meta({ description: "The same in the period before, of as many days." });
const named = { name: nullableTextField("Its name. Null if it is erased.", "Bole"), ...sumFields, before };
const idOf = (what: string, example: string) =>
  nullableTextField(`${what} Null for receipts without one.`, example);

export const bankTakingsSchema = z
  .object({ bank: bankCodeSchema, ...sumFields })
  .meta({ id: "BankTakings", description: "What was taken by one bank." });

const dayCloseSchema = z
  .object({
    id: textField("Id of the close.", ids.dayClose),
    date: z.iso
      .date()
      .meta({ description: "The closed day, in the account's time zone.", examples: ["2026-03-02"] }),
    branchId: nullableTextField("Branch that was closed. Null: the whole account.", ids.branch),
    closedAt: timeField("When it was closed.", times.later),
    closedBy: nullableTextField(
      "Name of the person who closed it. Null if a key did, or it is erased.",
      "Sara",
    ),
    ...sumFields,
    banks: z.array(bankTakingsSchema).meta({ description: "What was taken by bank, at that moment." }),
    counted: z
      .array(
        z
          .object({
            bank: bankCodeSchema,
            amount: birrField("What the person counted.", "14250.00"),
            difference: birrField("Counted minus taken: negative if money is missing.", "0.00"),
          })
          .meta({ id: "CountedBank", description: "What a person counted for one bank." }),
      )
      .meta({ description: "Each bank that was counted." }),
    note: nullableTextField("The person's note.", "Two customers paid in cash."),
  })
  .meta({ id: "DayClose", description: "A closed day. It never changes." });
export type DayClose = z.infer<typeof dayCloseSchema>;

const afterCloseSchema = z
  .object({
    payments: z.int().meta({
      description: "Accepted receipts, each once. Negative if the account's time zone has moved some.",
      examples: [2],
    }),
    amount: birrField("Birr of these receipts, as the banks print it.", "350.00"),
  })
  .meta({ id: "TakingsAfterClose", description: "What the day has now and its close has not." });

const takingsDaySchema = z
  .object({
    date: zonedDay,
    ...sumFields,
    fromEarlierDays: takingsSumSchema.meta({
      description: "Those of them that were sent in on an earlier day and decided on this one.",
    }),
    close: dayCloseSchema.nullable().meta({ description: "How the day was closed. Null while it is open." }),
    afterClose: afterCloseSchema.nullable().meta({
      description:
        "What came after the close. With the close's own sum it is the day's. Null while it is open.",
    }),
  })
  .meta({ id: "TakingsDay", description: "What was taken on one day." });

const takingsReportSchema = z
  .object({
    timeZone: textField("The account's time zone, of the days.", "Africa/Addis_Ababa"),
    from: timeField("When the period begins.", "2026-03-01T21:00:00.000Z"),
    to: timeField("When the period ends, this moment excluded.", "2026-03-02T21:00:00.000Z"),
    total: takingsSumSchema.meta({ description: "The whole period." }),
    before,
    days: z.array(takingsDaySchema).meta({ description: "Every day of the period, oldest first." }),
    banks: z
      .array(
        z
          .object({ bank: bankCodeSchema, ...sumFields, before })
          .meta({ id: "ComparedBankTakings", description: "What was taken by one bank, and before." }),
      )
      .meta({ description: "Each bank with receipts in either period." }),
    branches: z
      .array(
        z
          .object({ id: idOf("Branch of the request.", ids.branch), ...named })
          .meta({ id: "BranchTakings", description: "What was taken at one branch." }),
      )
      .meta({ description: "Each branch with receipts in either period." }),
    tills: z
      .array(
        z
          .object({ id: idOf("Till of the request.", ids.till), ...named })
          .meta({ id: "TillTakings", description: "What was taken at one till." }),
      )
      .meta({ description: "Each till with receipts in either period." }),
    members: z
      .array(
        z
          .object({
            id: idOf("Person who decided: who accepted it in review, else who verified it.", ids.member),
            ...named,
          })
          .meta({ id: "MemberTakings", description: "What one person took." }),
      )
      .meta({ description: "Each person with receipts in either period." }),
  })
  .meta({
    id: "TakingsReport",
    description:
      "Accepted receipts by the day, branch and person of their decision. Each receipt counts once, at the request that confirmed it first.",
  });
export type TakingsReport = z.infer<typeof takingsReportSchema>;

/** There is nothing older to close. */
const day = isoDay("2000-01-01");
const branchId = z
  .string()
  .max(64)
  .optional()
  .meta({
    description: "Only receipts of this branch. Default: the whole account.",
    examples: [ids.branch],
  });
const takingsQuerySchema = z.object({
  startDate: day.optional().meta({
    description: "First day, in the account's time zone. Default: `endDate`.",
    examples: ["2026-03-02"],
  }),
  endDate: day.optional().meta({ description: "Last day. Default: today.", examples: ["2026-03-02"] }),
  branchId,
  ...downloadQuery,
});

const closeDayBodySchema = z
  .object({
    date: day.meta({
      description: "The day to close, in the account's time zone: today or earlier.",
      examples: ["2026-03-02"],
    }),
    branchId: z
      .string()
      .max(64)
      .nullable()
      .optional()
      .meta({
        description: "The branch to close. Null or absent: the whole account.",
        examples: [ids.branch],
      }),
    counted: z
      .array(
        z
          .object({
            bank: bankCodeSchema,
            amount: money.meta({
              description: "Birr that arrived, by the bank's app or statement.",
              examples: ["14250.00"],
            }),
          })
          .meta({ id: "CountedInput", description: "What was counted for one bank." }),
      )
      .max(20)
      .default([])
      .meta({ description: "What you counted, by bank. A bank that is absent was not counted." }),
    note: plainText(500)
      .nullable()
      .optional()
      .meta({
        description: "For people who read the close later.",
        examples: ["Two customers paid in cash."],
      }),
  })
  .meta({ id: "CloseDayBody", description: "The day, and what was counted." });
export type CloseDayBody = z.infer<typeof closeDayBodySchema>;

export const takingsRoutes = {
  getTakings: {
    method: "get",
    path: "/api/reports/takings",
    summary: `Get accepted money by day, bank, branch, till and person (default: today, at most ${MOST_TAKINGS_DAYS} days)`,
    access: "metrics:read",
    roles: rolesFor.money,
    query: takingsQuerySchema,
    responses: {
      200: {
        description:
          "The report as JSON; with `Accept: text/csv` or `format`, one line for each combination.",
        schema: envelopeOf(takingsReportSchema),
        alternatives: {
          ...workbook,
          "text/csv": {
            schema: textField("One line per day, bank, branch, till and person after a header row."),
            example:
              "date,bank,branch,till,person,payments,amount\r\n2026-03-02,telebirr,Bole,Counter 2,Hanna,31,14250.00\r\n",
          },
        },
        headers: {
          "Content-Disposition": "File name to save a table under. Absent with JSON.",
          Vary: "Always `Accept`: caches must tell JSON and CSV apart.",
        },
      },
    },
  },
  closeDay: {
    method: "post",
    path: "/api/day-closes",
    summary:
      "Close a day: keep what was taken beside what was counted. The same again returns the first close",
    access: "metrics:write",
    roles: rolesFor.money,
    body: closeDayBodySchema,
    isRepeatable: true,
    responses: {
      200: {
        description: "It was closed before, with the same figures.",
        schema: envelopeOf(dayCloseSchema),
      },
      201: {
        description: "The day is closed: what was taken, counted and missing.",
        schema: envelopeOf(dayCloseSchema),
      },
    },
    errors: ["invalid_state"],
  },
} as const satisfies Record<string, RouteContract>;
