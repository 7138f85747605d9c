import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { countField, textField } from "./response-fields.ts";

export const fileReadingKindSchema = z.enum(["qr", "pdf_text", "recognized_text"]).meta({
  examples: ["recognized_text"],
  id: "FileReadingKind",
  description:
    "`qr`: from a code in the picture. `pdf_text`: from the text of a PDF. `recognized_text`: from the letters of a picture.",
});

/** 0 to 1. */
export const confidenceSchema = z
  .number()
  .min(0)
  .max(1)
  .meta({
    description: "How likely this one is meant, of all that the file may name: 0 to 1.",
    examples: [0.94],
  });

/** Fields of a receipt that a file may name. */
export const candidateFields = {
  bank: bankCodeSchema,
  referenceNumber: textField("Reference as it was read.", "DC21QK2M41"),
  confidence: confidenceSchema,
  unsureAt: z.array(z.int().min(0)).meta({
    description:
      "Places of letters in `referenceNumber`, from 0, that may as well be others, such as `O` and `0`: compare them with the receipt. Empty unless it was read from the letters of a picture.",
    examples: [[2, 6]],
  }),
};

export const verificationInputSchema = z
  .object({
    kind: fileReadingKindSchema,
    candidates: z
      .array(
        z
          .object({
            ...candidateFields,
          })
          .meta({ id: "InputCandidate", description: "A receipt that the file may name." }),
      )
      .meta({ description: "What was read, likeliest first: 1 to 3." }),
    chosen: countField(
      "Place of the candidate that the result is about, from 0: the first that the bank knew, else the last that was tried.",
      0,
    ),
  })
  .meta({
    id: "VerificationInput",
    description: "What was read in the file of the request, and how sure it was.",
  });
export type VerificationInput = z.infer<typeof verificationInputSchema>;
