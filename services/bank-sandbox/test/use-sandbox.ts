import { type RunningBankSandbox, startBankSandbox } from "../src/start-bank-sandbox.ts";

interface Handout {
  readonly [field: string]: string;
  readonly referenceNumber: string;
  readonly receiptUrl: string;
  readonly smsText: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** A sandbox that closes after the suite. */
export function useSandbox(defaults: Fields = {}) {
  let sandbox: RunningBankSandbox;
  beforeAll(async () => {
    sandbox = await startBankSandbox({ port: 0 });
  });
  afterAll(() => sandbox.close());

  return {
    get: (path: string, headers: Record<string, string> = {}) => fetch(`${sandbox.url}${path}`, { headers }),
    /** Orders a payment; returns the payer's identifiers and messages. */
    async order(fields: Fields = {}): Promise<Handout> {
      const response = await fetch(`${sandbox.url}/payments`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...defaults, ...fields }),
      });
      expect(response.status).toBe(201);
      return response.json() as Promise<Handout>;
    },
  };
}
