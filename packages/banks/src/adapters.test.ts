import { fixture } from "../test/fixture.ts";
import { type AnswerRequest, answering } from "../test/local-bank.ts";
import { verifyLocally } from "../test/verify-locally.ts";
import { loadBankAdapter } from "./adapters.ts";
import { BankUnavailable, ReceiptUnreadable } from "./index.ts";

const silent = { warn: () => undefined };
const ids = (reference: string, suffix: string | null = null) => ({ reference, suffix, phone: null });
const asked = {
  telebirr: { bank: "telebirr", identifiers: ids("DB34K9WQ7X") },
  boa: { bank: "boa", identifiers: ids("FT26151AB12C", "55541") },
  cbePdf: { bank: "cbe", identifiers: ids("FT26061K3WQ8", "34561111") },
  cbeToken: { bank: "cbe", identifiers: ids("v2-hfHCq8ZtLm3RkWd5XnB2") },
  mpesa: { bank: "mpesa", identifiers: ids("UC25MN8R1T") },
} as const;
type Asked = keyof typeof asked;

const verify = (by: Asked, answer: AnswerRequest) =>
  verifyLocally(asked[by].bank, asked[by].identifiers, answer);
/** A fixture of the bank's, as its host sends it. */
const file = (status: number, by: Asked, name: string) =>
  answering(status, fixture(`${asked[by].bank}/fixtures/${name}`), "application/octet-stream");

describe("from a request to a receipt", () => {
  it.each<[Asked, string, string, bigint]>([
    ["telebirr", "person-to-person.html", "/receipt/DB34K9WQ7X", 125_000n],
    ["boa", "transfer.json", "/api/onlineSlip/getDetails/?id=FT26151AB12C55541", 150_000n],
    ["cbePdf", "transfer.pdf", "/?id=FT26061K3WQ834561111", 113_400n],
    [
      "cbeToken",
      "v2-transfer.json",
      "/api/v1/transactions/public/transaction-detail/v2-hfHCq8ZtLm3RkWd5XnB2",
      50_000n,
    ],
  ])("asks %s at the bank's own path", async (by, name, url, amount) => {
    const { paths, outcome } = await verify(by, file(200, by, name));
    expect(paths).toEqual([url]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount } });
  });

  it("gives the same outcome each time, and leaves the document as it was", async () => {
    const adapter = await loadBankAdapter("cbe", {}, silent);
    const body = fixture("cbe/fixtures/transfer.pdf");
    const document = { contentType: "application/pdf", body };
    const first = await adapter.parseReceipt(document, asked.cbePdf.identifiers);
    expect(await adapter.parseReceipt(document, asked.cbePdf.identifiers)).toEqual(first);
    expect(body.equals(fixture("cbe/fixtures/transfer.pdf"))).toBe(true);
  });

  it("sends the headers of cbe's own page, without which it answers 400", async () => {
    const strict: AnswerRequest = (request, response) =>
      request.headers["x-app-id"] === "d1292e42-7400-49de-a2d3-9731caa4c819" &&
      request.headers["x-app-version"] === "0a01980b-9859-1369-8198-59f403820000"
        ? file(200, "cbeToken", "v2-transfer.json")(request, response)
        : answering(400, "Missing Headers")(request, response);
    expect((await verify("cbeToken", strict)).outcome.kind).toBe("receipt");
  });
});

describe("a receipt that does not exist", () => {
  it.each<[string, Asked, status: number, name: string]>([
    ["telebirr's page", "telebirr", 200, "not-found.html"],
    ["boa's invalid reference", "boa", 200, "unknown-reference.json"],
    ["boa's empty body", "boa", 200, "empty.json"],
    ["cbe's 404 page", "cbePdf", 404, "legacy-not-found.html"],
    ["cbe's older JSON", "cbePdf", 200, "legacy-not-found.json"],
    ["cbe's 500 for a token", "cbeToken", 500, "v2-unknown-token.json"],
    ["cbe's 500 for a late one", "cbeToken", 500, "v2-not-indexed.json"],
    ["cbe's 404 for a token", "cbeToken", 404, "v2-not-indexed.json"],
  ])("is told from %s", async (_how, by, status, name) => {
    expect((await verify(by, file(status, by, name))).outcome).toEqual({ kind: "not_found" });
  });
});

/** It is read in another thread: a bank may put a picture into its page and stay a bank that is understood. */
describe("a document longer than any that is known", () => {
  const filler = "A".repeat(100_000);
  const intoPage = (page: Buffer) => page.toString().replace("</body>", `<img src="${filler}"></body>`);
  const intoJson = (json: Buffer) => JSON.stringify({ ...JSON.parse(json.toString()), picture: filler });
  const behindPdf = (pdf: Buffer) => Buffer.concat([pdf, Buffer.from(`\n%${filler}\n%%EOF`)]);

  it.each<[string, Asked, string, (document: Buffer) => string | Buffer]>([
    ["a page", "telebirr", "person-to-person.html", intoPage],
    ["JSON", "boa", "transfer.json", intoJson],
    ["JSON round a PDF", "mpesa", "person-to-person.json", intoJson],
    ["a PDF", "cbePdf", "transfer.pdf", behindPdf],
    ["nothing found", "telebirr", "not-found.html", intoPage],
    ["nothing found, in JSON", "boa", "unknown-reference.json", intoJson],
  ])("says the same: %s", async (_what, by, name, lengthen) => {
    const { bank, identifiers } = asked[by];
    const adapter = await loadBankAdapter(bank, {}, silent);
    const document = fixture(`${bank}/fixtures/${name}`);
    const read = (body: string | Buffer) =>
      adapter.parseReceipt({ contentType: "", body: Buffer.from(body) }, identifiers);
    expect(await read(lengthen(document))).toStrictEqual(await read(document));
  });

  it("stays an outage where it tells of one", async () => {
    const adapter = await loadBankAdapter("mpesa", {}, silent);
    const answer = { responseCode: "1", responseDescription: "System is busy", base64Data: null };
    const body = Buffer.from(intoJson(Buffer.from(JSON.stringify(answer))));
    const reading = adapter.parseReceipt({ contentType: "", body }, asked.mpesa.identifiers);
    await expect(reading).rejects.toBeInstanceOf(BankUnavailable);
  });
});

describe("an answer that is no verdict", () => {
  it.each<[string, Asked, AnswerRequest, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["cbe's missing headers", "cbeToken", answering(400, "Missing Headers"), ReceiptUnreadable],
    ["cbe's 400 for a token", "cbeToken", answering(400, ""), BankUnavailable],
    ["cbe's 400 of none", "cbeToken", file(400, "cbeToken", "v2-not-indexed.json"), BankUnavailable],
    ["cbe's 400 of one", "cbeToken", file(400, "cbeToken", "v2-transfer.json"), BankUnavailable],
    ["cbe's 400 instead of a PDF", "cbePdf", answering(400, ""), ReceiptUnreadable],
    ["cbe's 500 without its words", "cbeToken", answering(500, "{}"), BankUnavailable],
    ["cbe's 502", "cbeToken", answering(502, "Bad Gateway"), BankUnavailable],
    ["cbe's 404 for a token without a word", "cbeToken", answering(404, ""), ReceiptUnreadable],
    ["cbe's 404 of a server", "cbeToken", answering(404, "<h1>nginx</h1>"), ReceiptUnreadable],
    ["cbe's 404 in other words", "cbePdf", answering(404, "<h1>nginx</h1>"), ReceiptUnreadable],
    ["cbe's page instead of a PDF", "cbePdf", answering(200, "<h1>Welcome</h1>"), ReceiptUnreadable],
    ["cbe's 500 instead of a PDF", "cbePdf", answering(500, ""), BankUnavailable],
    ["a PDF only by name", "cbePdf", answering(200, "%PDF-1.3\nnothing\n%%EOF"), ReceiptUnreadable],
    ["boa's 404", "boa", answering(404, "{}"), ReceiptUnreadable],
    ["boa's page", "boa", answering(200, "<html></html>"), ReceiptUnreadable],
    ["boa's firewall", "boa", answering(403, "Forbidden"), BankUnavailable],
    ["telebirr's other page", "telebirr", answering(200, "<html>Welcome</html>"), ReceiptUnreadable],
    ["telebirr's broken UTF-8", "telebirr", answering(200, Buffer.from([0xe1, 0x8b])), ReceiptUnreadable],
    ["telebirr's endless nesting", "telebirr", answering(200, "<b>".repeat(600_000)), ReceiptUnreadable],
    ["telebirr's outage", "telebirr", answering(503, ""), BankUnavailable],
  ])("is told apart: %s", async (_what, by, answer, failure) => {
    await expect(verify(by, answer)).rejects.toBeInstanceOf(failure);
  });

  it("is a bank without an adapter, from the start", async () => {
    await expect(loadBankAdapter("zemen", {}, silent)).rejects.toThrow("there is no adapter for zemen");
  });

  it("is a wrong setting, from the start", async () => {
    await expect(loadBankAdapter("boa", { BANK_BOA_TIMEOUT_MS: "x" }, silent)).rejects.toThrow(
      "BANK_BOA_TIMEOUT_MS",
    );
  });
});
