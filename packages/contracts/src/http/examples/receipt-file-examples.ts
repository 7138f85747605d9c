import { type OperationExamples, only, response } from "./operation-examples.ts";
import { verificationExamples } from "./verification-examples.ts";

const reading = {
  body: only({ file: "(the bytes of receipt.jpg)" }),
  responses: {
    200: response(
      {
        kind: "recognized_text",
        text: "Successful\nTransaction number DC21QK2M41\n-1,250.00 ETB",
        candidates: [
          {
            bank: "telebirr",
            referenceNumber: "DC21QK2M41",
            accountSuffix: null,
            phone: null,
            confidence: 0.94,
            unsureAt: [2, 6],
          },
        ],
      },
      "Read",
    ),
  },
};

export const receiptFileExamples = {
  verifyFromFile: {
    body: only({
      file: "(the bytes of receipt.jpg)",
      settlementAccount: "0911005678",
      expect: { amount: "1250.00" },
    }),
    responses: verificationExamples.submitVerification.responses,
  },
  readReceiptFile: reading,
  readFileAtTill: reading,
} satisfies Record<string, OperationExamples>;
