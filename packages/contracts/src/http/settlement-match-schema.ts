import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { ids } from "./examples/example-values.ts";
import { countField, flagField, nullableTextField } from "./response-fields.ts";

export const settlementReasonSchema = z
  .enum([
    "receiver_account_exact_match",
    "receiver_mask_matches_visible_digits",
    "receiver_suffix_matches",
    "no_registered_accounts",
    "missing_receiver_account",
    "candidate_account_mismatch",
    "ambiguous_registered_accounts",
    "verification_not_successful",
  ])
  .meta({
    id: "SettlementMatchReason",
    description: "Why the receiver matches or not. The guide to settlement match explains each reason.",
    examples: ["receiver_mask_matches_visible_digits"],
  });

const matchedAccountIds = {
  matchedUserBankAccountId: nullableTextField(
    "Id of the matched saved account with owner `user`. Null if another or none matched.",
    ids.bankAccount,
  ),
  matchedBusinessBankAccountId: nullableTextField(
    "Id of the matched saved account with owner `business`. Null if another or none matched.",
    null,
  ),
};
const matchType = z.enum(["exact", "masked_pattern", "suffix", "unmatched"]).meta({
  id: "SettlementMatchType",
  description:
    "How the numbers agree. `exact`: completely. `masked_pattern`: in all digits that the mask shows. `suffix`: in the last digits. `unmatched`: not.",
  examples: ["masked_pattern"],
});
const candidateCount = countField("Accounts that the receiver was compared with.", 1);

const matchDebugSchema = z
  .object({
    receiverAccount: nullableTextField(
      "Receiver as the receipt prints it. Null if it prints none.",
      "2519****5678",
    ),
    candidateCount,
    matchType,
    visiblePrefix: nullableTextField(
      "Digits before the mask, or the whole number without a mask. Null without a receiver.",
      "09",
    ),
    visibleSuffix: nullableTextField("Digits after the mask. Null without a mask or a receiver.", "5678"),
    visibleCharacterCount: countField("Digits of the receiver's number that the receipt shows.", 8),
    ...matchedAccountIds,
  })
  .meta({
    id: "SettlementMatchDebug",
    description: "How the receiver was read and compared. Only with `?debug=true`.",
  });

export const settlementAccountMatchSchema = z
  .object({
    matched: flagField("True if the payment went to exactly one of the accounts that you expect.", true),
    matchType,
    matchConfidence: z.enum(["high", "medium", "none"]).meta({
      id: "SettlementMatchConfidence",
      description:
        "How many digits agree. `high`: all, or 4 and more. `medium`: 3, or the last digits alone. `none`: no match.",
    }),
    source: z.enum(["request", "account_registry"]).meta({
      id: "SettlementMatchSource",
      description:
        "What the receiver was compared with: the `settlementAccount` of the `request`, or your saved accounts.",
      examples: ["account_registry"],
    }),
    bank: bankCodeSchema,
    receiverAccount: z
      .string()
      .optional()
      .meta({
        description: "Receiver as the receipt prints it, masks included. Absent if it prints none.",
        examples: ["2519****5678"],
      }),
    matchedSettlementAccount: z
      .string()
      .optional()
      .meta({
        description: "Your account that received the payment. Absent without a match.",
        examples: ["0911005678"],
      }),
    ...matchedAccountIds,
    candidateCount,
    ambiguous: flagField("True if several of your accounts match equally well, so that none was chosen."),
    reason: settlementReasonSchema,
    proof: z
      .enum(["account", "opened", "mask_and_name", "mask_only", "none"])
      .exactOptional()
      .meta({
        id: "ReceiverProof",
        description:
          "How far the receipt proves the receiver. `account`: it prints the whole number. `opened`: the bank opened it with your account's digits. `mask_and_name`: visible digits and printed name agree. `mask_only`: the digits alone, which a stranger's account may share. `none`: not matched. Absent in old results.",
        examples: ["mask_and_name"],
      }),
    nameMatch: z
      .enum(["agrees", "differs", "unknown"])
      .exactOptional()
      .meta({
        id: "NameMatch",
        description:
          "The printed receiver compared with the matched account's names, or with `expect.receiverName`. `unknown` if either is missing. Absent in old results.",
        examples: ["agrees"],
      }),
    debug: matchDebugSchema
      .optional()
      .meta({ description: "How the receiver was read and compared. Present with `?debug=true`." }),
  })
  .meta({
    id: "SettlementAccountMatch",
    description: "Whether the payment went to the account that you expect, and how sure that is.",
  });
