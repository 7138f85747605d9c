import { type BankCode, supportedBankCodes as banks } from "@receipts/contracts";
import request from "supertest";
import { createSandboxApp, type SandboxOptions } from "./sandbox-app.ts";
import type { BankSamples, SampleIdentifiers, SandboxBank } from "./sandbox-bank.ts";
import { sandboxBanks } from "./sandbox-banks.ts";

/** For banks whose reference is not part of the path. */
const queries: Partial<Record<BankCode, (sample: SampleIdentifiers) => string>> = {
  cbe: ({ reference, suffix }) =>
    reference.startsWith("v2-")
      ? `/api/v1/transactions/public/transaction-detail/${reference}`
      : `/?id=${reference}${suffix}`,
  boa: ({ reference, suffix }) => `/api/onlineSlip/getDetails/?id=${reference}${suffix}`,
  mpesa: ({ reference }) => `/api/receipt/getReceipt?trxNo=${reference}`,
  cbebirr: ({ reference, phone }) => `/aureceipt?TID=${reference}&PH=${phone}`,
};

/** `/-:token`, `/FT:rest`: text before a parameter may be the reference's own beginning. */
function pathOf({ code, endpoints }: SandboxBank, sample: SampleIdentifiers): string {
  const query = queries[code]?.(sample);
  const [, folder = "", beginning = ""] = /^(.*\/)([^/:]*):/.exec(endpoints[0]?.path ?? "") ?? [];
  const { reference } = sample;
  return query ?? `${folder}${reference.startsWith(beginning) ? "" : beginning}${reference}`;
}

const denial =
  /not correct|Not Allowed|Invalid reference number|<title>Auto Receipt<|(Receipt|Transaction) not found|Not Found Page|"body":\[\]|"status":false/;

/** An app whose delays end at once and are recorded. */
function appWith(options: SandboxOptions = {}) {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const app = createSandboxApp({ ...options, wait });
  const get = (code: BankCode, outcome: keyof BankSamples) => {
    const bank = sandboxBanks.find((one) => one.code === code);
    if (bank === undefined) throw new Error(`the sandbox has no ${code}`);
    return request(app)
      .get(pathOf(bank, bank.samples[outcome]))
      .set("X-App-ID", "d1292e42-7400-49de-a2d3-9731caa4c819")
      .set("X-App-Version", "0a01980b-9859-1369-8198-59f403820000");
  };
  return { app, get, waits };
}

describe.each(banks)("a number of %s that was not ordered", (bank) => {
  it("is unknown to a strict sandbox, and to any if it was read in a file", async () => {
    for (const outcome of ["success", "slow"] as const) {
      const strict = await appWith({ isStrict: true }).get(bank, outcome);
      const read = await appWith().get(bank, outcome).set("x-sandbox-read-in-file", "true");
      const unknown = await appWith().get(bank, "notFound");
      for (const { status, text, body } of [strict, read])
        expect([status, text ?? body]).toEqual([unknown.status, unknown.text ?? unknown.body]);
    }
  });
});

it("a strict sandbox knows what was ordered, also from a file", async () => {
  const { app } = appWith({ isStrict: true });
  const order = { bank: "telebirr", amount: 50, receiverAccount: "0911223344", receiverName: "A B" };
  const { body } = await request(app).post("/payments").send(order).expect(201);
  const page = await request(app)
    .get(`/receipt/${body.referenceNumber}`)
    .set("x-sandbox-read-in-file", "true");
  expect(page.text).toContain(body.referenceNumber);
});

describe.each(banks)("the sample references of %s", (bank) => {
  it("give the same genuine receipt each time, in any process", async () => {
    const [first, again] = [await appWith().get(bank, "success"), await appWith().get(bank, "success")];
    expect(first.status).toBe(200);
    expect(again.text ?? again.body).toEqual(first.text ?? first.body);
  });

  it("give a receipt after five seconds", async () => {
    const { get, waits } = appWith();
    const response = await get(bank, "slow");
    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toBe((await get(bank, "success")).headers["content-type"]);
    expect(waits).toEqual([5_000]);
  });

  it("give a failing host", async () => {
    expect((await appWith().get(bank, "down")).status).toBe(503);
  });

  it("give a page that is neither a receipt nor a denial", async () => {
    const response = await appWith().get(bank, "unrecognizable");
    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(response.text).not.toMatch(/birr|etb|\bnot\b|invalid|refer|receipt|transaction/i);
  });

  it("give a receipt that does not exist", async () => {
    const { get } = appWith();
    const response = await get(bank, "notFound");
    expect(response.text).toMatch(denial);
  });

  it("give a reversed receipt if the document has a status, otherwise none", async () => {
    const response = await appWith().get(bank, "reversed");
    if (bank === "cbebirr") expect(response.headers["content-type"]).toBe("application/pdf");
    else if (bank === "telebirr" || bank === "cbe") expect(response.text).toMatch(/reversed/i);
    else expect(response.text).toMatch(denial);
  });
});

describe("banks at one path", () => {
  it.each([
    ["telebirr", "DJ57QK2M41"],
    ["dashen", "387WDTS262780A7B"],
    ["dashen", "387WDTS269990A7B"],
    ["telebirr", "nothing"],
  ])("%s responds to /receipt/%s", async (bank, reference) => {
    const { app } = appWith();
    await request(app).get(`/receipt/${reference}`);
    const { body } = await request(app).get("/stats");
    expect(body.requests[bank]).toBe(1);
  });
});

describe("different references", () => {
  it("stand for different payments", async () => {
    const { app } = appWith();
    const pages = await Promise.all(
      ["DJ57QK2M41", "DJ57QK2M42", "DJ57QK2M43"].map((reference) =>
        request(app).get(`/receipt/${reference}`),
      ),
    );
    const amounts = pages.map(({ text }) => /> ([\d,.]+) Birr</.exec(text)?.[1]);
    expect(new Set(amounts).size).toBe(3);
  });
});

describe("the state of the banks' hosts", () => {
  it("is as slow as configured", async () => {
    const { get, waits } = appWith({ latencyMs: 250 });
    await get("boa", "success");
    await get("cbe", "notFound");
    expect(waits).toEqual([250, 250]);
  });

  it("changes for one bank while the sandbox runs, and back", async () => {
    const { app, get, waits } = appWith();
    const response = await request(app).post("/control").send({ bank: "boa", down: true, latencyMs: 40 });
    expect(response.status).toBe(200);
    const healthy = banks.map((bank) => [bank, { down: false, latencyMs: 0 }]);
    expect(response.body.banks).toEqual({
      ...Object.fromEntries(healthy),
      boa: { down: true, latencyMs: 40 },
    });
    expect((await get("boa", "success")).status).toBe(503);
    expect((await get("cbe", "success")).status).toBe(200);
    await request(app).post("/control").send({ bank: "boa", down: false });
    expect((await get("boa", "success")).status).toBe(200);
    expect(waits).toEqual([40, 40]);
  });

  it("changes for all banks if none is named", async () => {
    const { app, get } = appWith();
    await request(app).post("/control").send({ down: true }).expect(200);
    for (const bank of banks) expect((await get(bank, "success")).status).toBe(503);
  });

  it.each([
    ["bank", { bank: "zemen", down: true }],
    ["down", { down: "yes" }],
    ["latencyMs", { latencyMs: -1 }],
  ])("does not change for a bad %s", async (field, change) => {
    const { app } = appWith();
    const { body } = await request(app).post("/control").send(change).expect(422);
    expect(body.error.details[0].field).toBe(field);
  });
});

describe("the sandbox itself", () => {
  it("counts the requests to each bank", async () => {
    const { app, get } = appWith();
    await get("telebirr", "success");
    await get("telebirr", "down");
    await get("cbe", "reversed");
    await request(app).get("/receipt/garbage");
    const { body } = await request(app).get("/stats").expect(200);
    const none = banks.map((bank) => [bank, 0]);
    expect(body).toEqual({ requests: { ...Object.fromEntries(none), telebirr: 3, cbe: 1 } });
  });

  it("shows a help page", async () => {
    const { text, headers } = await request(appWith().app).get("/").expect(200);
    expect(headers["content-type"]).toContain("text/plain");
    for (const word of ["/receipt/", "POST /payments", "/stats", "NF", "RV", "DN", "SL", "GB"]) {
      expect(text).toContain(word);
    }
  });

  it("responds with 404 elsewhere", async () => {
    await request(appWith().app).get("/nothing/here").expect(404);
  });
});
