import { type BankExample, sampleOf } from "./sample-call.ts";

describe("the first call", () => {
  const request = {
    method: "POST",
    url: "https://x.test",
    body: { bank: "cbe", reference: "FT1", suffix: "12345678" },
  };
  const example = { bank: "cbe", title: "CBE", request, curl: "" } as const;

  it("has identifiers that the sandbox knows", () => {
    const sandbox = [{ outcome: "success", description: "", body: request.body }];
    expect(sampleOf({ ...example, sandbox } as unknown as BankExample, "success")).toMatchObject(
      request.body,
    );
  });

  it("is empty for real banks, with the fields that the bank needs", () => {
    expect(sampleOf({ ...example, sandbox: [] } as unknown as BankExample, "success")).toMatchObject({
      ...{ bank: "cbe", reference: "", suffix: "", phone: undefined },
    });
  });
});
