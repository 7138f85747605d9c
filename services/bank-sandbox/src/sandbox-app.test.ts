import { type BankCode, supportedBankCodes as banks } from "@receipts/contracts";
import request from "supertest";
import { createSandboxApp, type SandboxOptions } from "./sandbox-app.ts";
import type { BankSamples, SampleIdentifiers, SandboxBank } from "./sandbox-bank.ts";
import { sandboxBanks } from "./sandbox-banks.ts";

/** Where the reference is not a part of the path. */
const queries: Partial<Record<BankCode, (sample: SampleIdentifiers) => string>> = {
  cbe: ({ reference, suffix }) =>
    reference.startsWith("v2-")
      ? `/api/v1/transactions/public/transaction-detail/${reference}`
      : `/?id=${reference}${suffix}`,
  boa: ({ reference, suffix }) => `/api/onlineSlip/getDetails/?id=${reference}${suffix}`,
  mpesa: ({ reference }) => `/api/receipt/getReceipt?trxNo=${reference}`,
  cbebirr: ({ reference, phone }) => `/aureceipt?TID=${reference}&PH=${phone}`,
};

/** `/-:token`, `/FT:rest`: what stands before a parameter may be the reference's own beginning. */
function pathOf({ code, endpoints }: SandboxBank, sample: SampleIdentifiers): string {
  const query = queries[code]?.(sample);
  const [, folder = "", beginning = ""] = /^(.*\/)([^/:]*):/.exec(endpoints[0]?.path ?? "") ?? [];
  const { reference } = sample;
  return query ?? `${folder}${reference.startsWith(beginning) ? "" : beginning}${reference}`;
}

const denial =
  /not correct|Not Allowed|Invalid reference number|<title>Auto Receipt<|(Receipt|Transaction) not found|Not Found Page|"body":\[\]|"status":false/;

/** An app whose waits end at once and are noted. */
function appWith(options: SandboxOptions = {}) {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const app = createSandboxApp({ ...options, wait });
  const ask = (code: BankCode, outcome: keyof BankSamples) => {
    const bank = sandboxBanks.find((one) => one.code === code);
    if (bank === undefined) throw new Error(`the sandbox has no ${code}`);
    return request(app)
      .get(pathOf(bank, bank.samples[outcome]))
      .set("X-App-ID", "d1292e42-7400-49de-a2d3-9731caa4c819")
      .set("X-App-Version", "0a01980b-9859-1369-8198-59f403820000");
  };
  return { app, ask, waits };
}

describe.each(banks)("the sample references of %s", (bank) => {
  it("give the same genuine receipt each time, from any process", async () => {
    const [first, again] = [await appWith().ask(bank, "success"), await appWith().ask(bank, "success")];
    expect(first.status).toBe(200);
    expect(again.text ?? again.body).toEqual(first.text ?? first.body);
  });

  it("give a receipt after five seconds", async () => {
    const { ask, waits } = appWith();
    const answer = await ask(bank, "slow");
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe((await ask(bank, "success")).headers["content-type"]);
    expect(waits).toEqual([5_000]);
  });

  it("give a failing host", async () => {
    expect((await appWith().ask(bank, "down")).status).toBe(503);
  });

  it("give a page that is neither a receipt nor a denial", async () => {
    const answer = await appWith().ask(bank, "unrecognizable");
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.text).not.toMatch(/birr|etb|\bnot\b|invalid|refer|receipt|transaction/i);
  });

  it("give a receipt that does not exist", async () => {
    const { ask } = appWith();
    const answer = await ask(bank, "notFound");
    expect(answer.text).toMatch(denial);
  });

  it("give a reversed receipt where the document has a status, none where it has not", async () => {
    const answer = await appWith().ask(bank, "reversed");
    if (bank === "cbebirr") expect(answer.headers["content-type"]).toBe("application/pdf");
    else if (bank === "telebirr" || bank === "cbe") expect(answer.text).toMatch(/reversed/i);
    else expect(answer.text).toMatch(denial);
  });
});

describe("banks at one path", () => {
  it.each([
    ["telebirr", "DJ57QK2M41"],
    ["dashen", "387WDTS262780A7B"],
    ["dashen", "387WDTS269990A7B"],
    ["telebirr", "nothing"],
  ])("%s answers /receipt/%s", async (bank, reference) => {
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

describe("how the banks' hosts fare", () => {
  it("is as slow as the sandbox was told", async () => {
    const { ask, waits } = appWith({ latencyMs: 250 });
    await ask("boa", "success");
    await ask("cbe", "notFound");
    expect(waits).toEqual([250, 250]);
  });

  it("changes for one bank while the sandbox runs, and back", async () => {
    const { app, ask, waits } = appWith();
    const answer = await request(app).post("/control").send({ bank: "boa", down: true, latencyMs: 40 });
    expect(answer.status).toBe(200);
    const healthy = banks.map((bank) => [bank, { down: false, latencyMs: 0 }]);
    expect(answer.body.banks).toEqual({ ...Object.fromEntries(healthy), boa: { down: true, latencyMs: 40 } });
    expect((await ask("boa", "success")).status).toBe(503);
    expect((await ask("cbe", "success")).status).toBe(200);
    await request(app).post("/control").send({ bank: "boa", down: false });
    expect((await ask("boa", "success")).status).toBe(200);
    expect(waits).toEqual([40, 40]);
  });

  it("changes for all banks when none is named", async () => {
    const { app, ask } = appWith();
    await request(app).post("/control").send({ down: true }).expect(200);
    for (const bank of banks) expect((await ask(bank, "success")).status).toBe(503);
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
  it("counts what each bank was asked for", async () => {
    const { app, ask } = appWith();
    await ask("telebirr", "success");
    await ask("telebirr", "down");
    await ask("cbe", "reversed");
    await request(app).get("/receipt/garbage");
    const { body } = await request(app).get("/stats").expect(200);
    const none = banks.map((bank) => [bank, 0]);
    expect(body).toEqual({ requests: { ...Object.fromEntries(none), telebirr: 3, cbe: 1 } });
  });

  it("explains itself to a person", async () => {
    const { text, headers } = await request(appWith().app).get("/").expect(200);
    expect(headers["content-type"]).toContain("text/plain");
    for (const word of ["/receipt/", "POST /payments", "/stats", "NF", "RV", "DN", "SL", "GB"]) {
      expect(text).toContain(word);
    }
  });

  it("has nothing elsewhere", async () => {
    await request(appWith().app).get("/nothing/here").expect(404);
  });
});
