import { execFile } from "node:child_process";
import http from "node:http";
import { promisify } from "node:util";
import { MAX_FILE_BYTES } from "@receipts/contracts";
import { childEnvironment } from "@receipts/testing";
import { openShop } from "../shop.ts";
import { sessionCookie } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";
import { everything } from "./owned.ts";

useSystem({ verifiers: [], env: { CHECKOUT_RECEIPTS_PER_MINUTE: "60" } });

const MEGABYTE = 1024 * 1024;
const TRIES = 8;

/** Uploads with Node's fetch, in a process of its own: here both ends would take turns. */
const client = `
  const { url, method, type, bytes, headers, tries, isChunked } = JSON.parse(process.env.UPLOAD);
  const form = () => {
    const made = new FormData();
    made.set("file", new Blob([Buffer.alloc(bytes, 7)], { type: "image/jpeg" }), "photo.jpg");
    return made;
  };
  const outcomes = [];
  for (let nth = 0; nth < tries; nth += 1) {
    const init = type === "form"
      ? { method, headers, body: form() }
      : { method, headers: { ...headers, "content-type": type }, body: Buffer.alloc(bytes, 65) };
    if (isChunked) {
      const { headers: typed, body } = new Request(url, init);
      Object.assign(init, { headers: { ...headers, "content-type": typed.get("content-type") }, body, duplex: "half" });
    }
    await fetch(url, init).then(
      async (response) => { await response.text(); outcomes.push(response.status); },
      (error) => outcomes.push(error.cause?.code ?? String(error)),
    );
  }
  console.log(JSON.stringify(outcomes));
`;

interface Upload {
  readonly path: string;
  readonly method?: "POST" | "PUT";
  readonly type: string;
  readonly bytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Without its length. */
  readonly isChunked?: boolean;
  readonly tries?: number;
}

async function outcomesOf({ path, method = "POST", tries = TRIES, ...upload }: Upload): Promise<unknown[]> {
  const asked = { url: `${system.url}${path}`, method, tries, ...upload };
  const env = childEnvironment({ UPLOAD: JSON.stringify(asked) });
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", client], {
    env,
  });
  return JSON.parse(stdout);
}

const every = (status: number, tries = TRIES) => Array.from({ length: tries }, () => status);

/** A client whose connection broke would send the same again, and pay for its phone's data each time. */
it.each([
  ["/api/verify/from-file", "form", MAX_FILE_BYTES + MEGABYTE],
  ["/api/verify/from-file", "form", 5 * MAX_FILE_BYTES],
  ["/api/verify/read-file", "form", MAX_FILE_BYTES + MEGABYTE],
  ["/api/reconciliations?bank=cbe", "text/csv", 25 * MEGABYTE],
  ["/api/verify/batch", "text/csv", 12 * MEGABYTE],
  ["/api/verify", "application/json", 9 * MEGABYTE],
])(
  "an upload to %s as %s of %i bytes, above its limit, gets its 413 each time",
  async (path, type, bytes) => {
    const { apiKey } = await system.keyOf(await system.account(), { permissions: everything });
    const headers = { "x-api-key": apiKey };
    expect(await outcomesOf({ path, type, bytes, headers })).toEqual(every(413));
    const chunked = { path, type, bytes, headers, isChunked: true, tries: 2 };
    expect(await outcomesOf(chunked)).toEqual(every(413, 2));
  },
);

it("a file on the page of a deposit, and a logo, get theirs too", async () => {
  const shop = await openShop(system);
  const { checkoutUrl } = await shop.deposit();
  const path = `${new URL(checkoutUrl).pathname}/read-file`;
  const from = (origin: string) => ({ origin, "sec-fetch-site": "same-origin" });
  const headers = from(new URL(checkoutUrl).origin);
  expect(await outcomesOf({ path, type: "form", bytes: 5 * MAX_FILE_BYTES, headers })).toEqual(every(413));
  const cookie = await sessionCookie(system, shop.account);
  const logo = { path: "/api/profile/logo", method: "PUT", type: "image/png", bytes: 24 * MEGABYTE } as const;
  expect(await outcomesOf({ ...logo, headers: { ...from("https://api.example.test"), cookie } })).toEqual(
    every(413),
  );
});

it("a body gets its 413 before its rest arrives", async () => {
  const account = await system.account();
  const length = { "content-type": "application/json", "content-length": 10 * MEGABYTE };
  const request = http.request(`${system.url}/api/verify`, {
    method: "POST",
    headers: { "x-api-key": account.apiKey, ...length },
  });
  request.on("error", () => undefined);
  request.write(Buffer.alloc(1024, 32));
  const status = await new Promise((resolve) => {
    request.on("response", ({ statusCode }) => resolve(statusCode));
  });
  expect(status).toBe(413);
  request.destroy();
});
