import type { PaymentOption } from "@receipts/contracts";
import { jsonOf, type StandaloneProcess } from "./standalone-process.ts";

export const postTo = (url: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Calls with the shop's checkout key, or with another. */
export const postAsShop = (
  { url, printed }: StandaloneProcess,
  path: string,
  idempotencyKey: string,
  body: object,
  key = printed("Checkout key"),
) => postTo(`${url}/v1${path}`, body, { authorization: `Bearer ${key}`, "idempotency-key": idempotencyKey });

/** Signs in as the demo account; returns the session cookie. */
export async function cookieOf({ url, printed }: StandaloneProcess): Promise<string> {
  const [email, password] = printed("Dashboard").split(" / ");
  const login = await postTo(`${url}/api/auth/login`, { email, password });
  return login.headers.get("set-cookie")?.split(";")[0] ?? "";
}

export async function buyStarterCredits(
  { url }: StandaloneProcess,
  cookie: string,
): Promise<{ id: string; checkoutUrl: string }> {
  const bought = await postTo(`${url}/api/credits/purchases`, { packageId: "starter" }, { cookie });
  return (await jsonOf(bought)).data;
}

export type PaidAccount = Pick<PaymentOption, "bank" | "accountNumber" | "accountName">;

/** Pays in the sandbox; returns the bank's message. */
export async function payInSandbox(
  { sandboxUrl }: StandaloneProcess,
  { bank, accountNumber, accountName }: PaidAccount,
  amount: string,
): Promise<string> {
  const order = { bank, amount, receiverAccount: accountNumber, receiverName: accountName };
  return (await jsonOf(await postTo(`${sandboxUrl}/payments`, order))).smsText;
}

/** Submits a receipt as the hosted page's form does. */
export const submitReceipt = ({ url }: StandaloneProcess, checkoutUrl: string, receipt: string) =>
  fetch(`${url}${new URL(checkoutUrl).pathname}/receipts`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ receipt, live: "1" }),
    redirect: "manual",
  });
