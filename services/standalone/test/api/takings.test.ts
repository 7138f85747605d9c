import type { TakingsReport } from "@receipts/contracts";
import { signIn } from "../signed-in.ts";
import { allPermissions, system, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr"] });

const today = () => new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Addis_Ababa" }).format(new Date());

async function aShop() {
  const account = await system.account({ permissions: { ...allPermissions, metrics: ["read", "write"] } });
  const takings = async (query = ""): Promise<TakingsReport> =>
    (await system.call("get", `/api/reports/takings${query}`, account).expect(200)).body.data;
  const close = (body: object) => system.call("post", "/api/day-closes", account).send(body);
  const shop = { bank: "telebirr", accountNumber: "0911223344", accountName: "Sara Coffee Trading" } as const;
  const person = await signIn(system, account);
  await person("post", "/api/bank-accounts").send(shop).expect(201);
  const pay = async (amount: string) => {
    const order = {
      bank: "telebirr",
      amount,
      receiverAccount: shop.accountNumber,
      receiverName: shop.accountName,
    };
    const { referenceNumber: reference } = await system.pay(order);
    return { bank: "telebirr", reference };
  };
  const verify = async (receipt: object) => {
    const response = await system.verify(account, receipt, { waitMs: 30_000 }).expect(200);
    expect(response.body.data[0]).toMatchObject({ verified: true });
  };
  const accept = async (amount: string) => verify(await pay(amount));
  return { accept, account, close, pay, takings, verify };
}

describe("the takings of a day", () => {
  it("have each accepted receipt once, however often it is checked", async () => {
    const { accept, pay, takings, verify } = await aShop();
    expect((await takings()).total).toEqual({ payments: 0, amount: "0.00" });
    const receipt = await pay("1250.50");
    await verify(receipt);
    await verify(receipt);
    await accept("100.05");
    const report = await takings();
    const amount = "1350.55";
    expect(report.total).toEqual({ payments: 2, amount });
    expect(report.banks).toMatchObject([{ bank: "telebirr", payments: 2, amount }]);
    expect(report.days).toMatchObject([
      { date: today(), payments: 2, amount, close: null, afterClose: null },
    ]);
    expect(report.tills).toMatchObject([{ id: null, name: null, payments: 2 }]);
  });

  it("are kept by a close, and what comes later stands beside it", async () => {
    const { accept, close, takings } = await aShop();
    await accept("250.00");
    const body = { date: today(), counted: [{ bank: "telebirr", amount: "1.50" }], note: "A coin." };
    const closed = (await close(body).expect(201)).body.data;
    expect(closed).toMatchObject({
      ...{ date: today(), branchId: null, payments: 1, amount: "250.00", note: "A coin." },
      counted: [{ bank: "telebirr", amount: "1.50", difference: "-248.50" }],
    });
    await accept("99.99");
    const [day] = (await takings()).days;
    expect(day).toMatchObject({
      payments: 2,
      close: closed,
      afterClose: { payments: 1, amount: "99.99" },
    });
    expect((await close(body).expect(200)).body.data).toEqual(closed);
    const other = await close({ ...body, counted: [] }).expect(409);
    expect(other.body.error).toMatchObject({ code: "invalid_state" });
    expect(other.body.message).toContain("a closed day never changes");
  });

  it("are JSON for a caller that accepts none of the forms", async () => {
    const { account } = await aShop();
    const call = system.call("get", "/api/reports/takings", account).set("accept", "text/html");
    await call.expect(200).expect("Content-Type", /json/);
  });

  it("can be saved for a bookkeeper", async () => {
    const { accept, account } = await aShop();
    await accept("250.00");
    const csv = (
      await system
        .call("get", "/api/reports/takings?format=csv", account)
        .expect("Content-Type", /csv/)
        .expect(200)
    ).text;
    expect(csv).toBe(`date,bank,branch,till,person,payments,amount\r\n${today()},telebirr,,,,1,250.00\r\n`);
  });

  it.each([
    ["a day that has not come", { date: "2999-01-01" }, "date"],
    [
      "another account's branch",
      { date: "2026-03-02", branchId: "brn_01k9zb9q0r1s2t3v4w5x6y7z8a" },
      "branchId",
    ],
    [
      "a bank twice",
      { date: "2026-03-02", counted: ["1", "2"].map((amount) => ({ bank: "cbe", amount })) },
      "counted.1.bank",
    ],
    [
      "a negative count",
      { date: "2026-03-02", counted: [{ bank: "cbe", amount: "-1" }] },
      "counted.0.amount",
    ],
  ])("refuse to close %s, by the field's name", async (_what, body, field) => {
    const { close } = await aShop();
    const { error } = (await close(body).expect(422)).body;
    expect(error.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
  });
});
