import { fixture } from "../test/fixture.ts";
import { type RequestHandler, respondWith } from "../test/local-bank.ts";
import { verifyLocally } from "../test/verify-locally.ts";
import { loadBankAdapter } from "./adapters.ts";
import { BankUnavailable, ReceiptUnreadable } from "./index.ts";

const silent = { warn: () => undefined };
const ids = (reference: string, suffix: string | null = null) => ({ reference, suffix, phone: null });
const samples = {
  telebirr: { bank: "telebirr", identifiers: ids("DB34K9WQ7X") },
  boa: { bank: "boa", identifiers: ids("FT26151AB12C", "55541") },
  cbePdf: { bank: "cbe", identifiers: ids("FT26061K3WQ8", "34561111") },
  cbeToken: { bank: "cbe", identifiers: ids("v2-hfHCq8ZtLm3RkWd5XnB2") },
  mpesa: { bank: "mpesa", identifiers: ids("UC25MN8R1T") },
} as const;
type SampleName = keyof typeof samples;

const verify = (by: SampleName, handler: RequestHandler) =>
  verifyLocally(samples[by].bank, samples[by].identifiers, handler);
/** A fixture of the bank, as its host sends it. */
const file = (status: number, by: SampleName, name: string) =>
  respondWith(status, fixture(`${samples[by].bank}/fixtures/${name}`), "application/octet-stream");

describe("from a request to a receipt", () => {
  it.each<[SampleName, string, string, bigint]>([
    ["telebirr", "person-to-person.html", "/receipt/DB34K9WQ7X", 125_000n],
    ["boa", "transfer.json", "/api/onlineSlip/getDetails/?id=FT26151AB12C55541", 150_000n],
    ["cbePdf", "transfer.pdf", "/?id=FT26061K3WQ834561111", 113_400n],
    [
      "cbeToken",
      "v2-transfer.json",
      "/api/v1/transactions/public/transaction-detail/v2-hfHCq8ZtLm3RkWd5XnB2",
      50_000n,
    ],
  ])("queries %s at the bank's own path", async (by, name, url, amount) => {
    const { paths, outcome } = await verify(by, file(200, by, name));
    expect(paths).toEqual([url]);
    expect(outcome).toMatchObject({ kind: "receipt", receipt: { amount } });
  });

  it("gives the same outcome each time, and leaves the document as it was", async () => {
    const adapter = await loadBankAdapter("cbe", {}, silent);
    const body = fixture("cbe/fixtures/transfer.pdf");
    const document = { contentType: "application/pdf", body };
    const first = await adapter.parseReceipt(document, samples.cbePdf.identifiers);
    expect(await adapter.parseReceipt(document, samples.cbePdf.identifiers)).toEqual(first);
    expect(body.equals(fixture("cbe/fixtures/transfer.pdf"))).toBe(true);
  });

  it("sends the headers of cbe's own page, which cbe requires", async () => {
    const strict: RequestHandler = (request, response) =>
      request.headers["x-app-id"] === "d1292e42-7400-49de-a2d3-9731caa4c819" &&
      request.headers["x-app-version"] === "0a01980b-9859-1369-8198-59f403820000"
        ? file(200, "cbeToken", "v2-transfer.json")(request, response)
        : respondWith(400, "Missing Headers")(request, response);
    expect((await verify("cbeToken", strict)).outcome.kind).toBe("receipt");
  });
});

describe("a receipt that does not exist", () => {
  it.each<[string, SampleName, status: number, name: string]>([
    ["telebirr's page", "telebirr", 200, "not-found.html"],
    ["boa's invalid reference", "boa", 200, "unknown-reference.json"],
    ["boa's empty body", "boa", 200, "empty.json"],
    ["cbe's 404 page", "cbePdf", 404, "legacy-not-found.html"],
    ["cbe's older JSON", "cbePdf", 200, "legacy-not-found.json"],
    ["cbe's 500 for a token", "cbeToken", 500, "v2-unknown-token.json"],
    ["cbe's 500 for a late one", "cbeToken", 500, "v2-not-indexed.json"],
    ["cbe's 404 for a token", "cbeToken", 404, "v2-not-indexed.json"],
  ])("is detected from %s", async (_how, by, status, name) => {
    expect((await verify(by, file(status, by, name))).outcome).toEqual({ kind: "not_found" });
  });
});

/** Read in another thread, so that a bank can add an image to its page without breaking us. */
describe("a document longer than any known one", () => {
  const filler = "A".repeat(100_000);
  const intoPage = (page: Buffer) => page.toString().replace("</body>", `<img src="${filler}"></body>`);
  const intoJson = (json: Buffer) => JSON.stringify({ ...JSON.parse(json.toString()), picture: filler });
  const behindPdf = (pdf: Buffer) => Buffer.concat([pdf, Buffer.from(`\n%${filler}\n%%EOF`)]);

  it.each<[string, SampleName, string, (document: Buffer) => string | Buffer]>([
    ["a page", "telebirr", "person-to-person.html", intoPage],
    ["JSON", "boa", "transfer.json", intoJson],
    ["JSON round a PDF", "mpesa", "person-to-person.json", intoJson],
    ["a PDF", "cbePdf", "transfer.pdf", behindPdf],
    ["nothing found", "telebirr", "not-found.html", intoPage],
    ["nothing found, in JSON", "boa", "unknown-reference.json", intoJson],
  ])("gives the same outcome: %s", async (_what, by, name, lengthen) => {
    const { bank, identifiers } = samples[by];
    const adapter = await loadBankAdapter(bank, {}, silent);
    const document = fixture(`${bank}/fixtures/${name}`);
    const read = (body: string | Buffer) =>
      adapter.parseReceipt({ contentType: "", body: Buffer.from(body) }, identifiers);
    expect(await read(lengthen(document))).toStrictEqual(await read(document));
  });

  it("stays an outage if it reports one", async () => {
    const adapter = await loadBankAdapter("mpesa", {}, silent);
    const handler = { responseCode: "1", responseDescription: "System is busy", base64Data: null };
    const body = Buffer.from(intoJson(Buffer.from(JSON.stringify(handler))));
    const reading = adapter.parseReceipt({ contentType: "", body }, samples.mpesa.identifiers);
    await expect(reading).rejects.toBeInstanceOf(BankUnavailable);
  });
});

describe("a response without a verdict", () => {
  it.each<[string, SampleName, RequestHandler, typeof BankUnavailable | typeof ReceiptUnreadable]>([
    ["cbe's missing headers", "cbeToken", respondWith(400, "Missing Headers"), ReceiptUnreadable],
    ["cbe's 400 for a token", "cbeToken", respondWith(400, ""), BankUnavailable],
    ["cbe's 400 of none", "cbeToken", file(400, "cbeToken", "v2-not-indexed.json"), BankUnavailable],
    ["cbe's 400 of one", "cbeToken", file(400, "cbeToken", "v2-transfer.json"), BankUnavailable],
    ["cbe's 400 instead of a PDF", "cbePdf", respondWith(400, ""), ReceiptUnreadable],
    ["cbe's 500 without its words", "cbeToken", respondWith(500, "{}"), BankUnavailable],
    ["cbe's 502", "cbeToken", respondWith(502, "Bad Gateway"), BankUnavailable],
    ["cbe's 404 for a token without a word", "cbeToken", respondWith(404, ""), ReceiptUnreadable],
    ["cbe's 404 of a server", "cbeToken", respondWith(404, "<h1>nginx</h1>"), ReceiptUnreadable],
    ["cbe's 404 in other words", "cbePdf", respondWith(404, "<h1>nginx</h1>"), ReceiptUnreadable],
    ["cbe's page instead of a PDF", "cbePdf", respondWith(200, "<h1>Welcome</h1>"), ReceiptUnreadable],
    ["cbe's 500 instead of a PDF", "cbePdf", respondWith(500, ""), BankUnavailable],
    ["a PDF only by name", "cbePdf", respondWith(200, "%PDF-1.3\nnothing\n%%EOF"), ReceiptUnreadable],
    ["boa's 404", "boa", respondWith(404, "{}"), ReceiptUnreadable],
    ["boa's page", "boa", respondWith(200, "<html></html>"), ReceiptUnreadable],
    ["boa's firewall", "boa", respondWith(403, "Forbidden"), BankUnavailable],
    ["telebirr's other page", "telebirr", respondWith(200, "<html>Welcome</html>"), ReceiptUnreadable],
    ["telebirr's broken UTF-8", "telebirr", respondWith(200, Buffer.from([0xe1, 0x8b])), ReceiptUnreadable],
    ["telebirr's endless nesting", "telebirr", respondWith(200, "<b>".repeat(600_000)), ReceiptUnreadable],
    ["telebirr's outage", "telebirr", respondWith(503, ""), BankUnavailable],
  ])("is distinguished: %s", async (_what, by, handler, failure) => {
    await expect(verify(by, handler)).rejects.toBeInstanceOf(failure);
  });

  it("rejects a bank without an adapter at start", async () => {
    await expect(loadBankAdapter("zemen", {}, silent)).rejects.toThrow("there is no adapter for zemen");
  });

  it("rejects a wrong setting at start", async () => {
    await expect(loadBankAdapter("boa", { BANK_BOA_TIMEOUT_MS: "x" }, silent)).rejects.toThrow(
      "BANK_BOA_TIMEOUT_MS",
    );
  });
});
