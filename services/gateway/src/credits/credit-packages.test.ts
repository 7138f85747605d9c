import { creditPackagesSetting } from "./credit-packages.ts";

const starter = { id: "starter", credits: 500, price: "500.00", currency: "ETB" };

describe("CREDIT_PACKAGES", () => {
  it.each([
    "starter:500:500",
    " starter : 500 : 500.00 ",
    '[{"id":"starter","credits":500,"price":"500.0"}]',
    '[{"id":"starter","credits":500,"price":500}]',
  ])("reads %j as one package", (text) => {
    expect(creditPackagesSetting.parse(text)).toEqual([starter]);
  });

  it("has a default, in the order as written", () => {
    expect(creditPackagesSetting.parse(undefined).map(({ credits }) => credits)).toEqual([
      500, 5_000, 50_000,
    ]);
  });

  it.each([
    "starter",
    "starter:500",
    "starter:500:500:ETB",
    "starter:0:500",
    "starter:-5:500",
    "starter:1.5:500",
    "starter:500:0",
    "starter:500:-1",
    "starter:500:1.005",
    "starter:500:free",
    "Starter Pack:500:500",
    "starter:500:500,",
    "starter:500:500,starter:5:5",
    "[",
    "[1]",
    '[{"id":"starter"}]',
    '{"id":"starter","credits":500,"price":"500"}',
  ])("stops the start for %j", (text) => {
    expect(creditPackagesSetting.safeParse(text).success).toBe(false);
  });
});
