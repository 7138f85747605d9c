import { writtenPdf } from "../../../../packages/receipt-pictures/test/made-pictures.ts";
import { aReference, system, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr", "cbe", "mpesa"] });

const pdf = (...lines: string[]) => Buffer.from(writtenPdf(lines));

function send(
  caller: { readonly apiKey: string },
  file: Buffer,
  fields: Record<string, string> = {},
  query = "waitMs=15000",
) {
  const call = system.call("post", `/api/verify/from-file?${query}`).set("x-api-key", caller.apiKey);
  for (const [name, value] of Object.entries(fields)) call.field(name, value);
  return call.attach("file", file, "receipt.jpg");
}

describe("a file with one receipt", () => {
  it("is verified like its reference, and says what was read", async () => {
    const caller = await system.account();
    const reference = aReference();
    const { body } = await send(caller, pdf("telebirr", `Transaction number ${reference}`)).expect(200);
    expect(body.data[0]).toMatchObject({
      bank: "telebirr",
      status: "success",
      referenceNumber: reference,
      input: { kind: "pdf_text", candidates: [{ bank: "telebirr", referenceNumber: reference }], chosen: 0 },
    });
  });
});
