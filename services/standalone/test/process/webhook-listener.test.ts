import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnvironment, freePort, startLocalServer, until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import { Webhook } from "standardwebhooks";
import { type ReceivedWebhook, startReceiver, type WebhookReceiver } from "../receiver.ts";
import { cookieOf, postAsShop, postTo } from "./standalone-calls.ts";
import {
  jsonOf,
  makeStandaloneHome,
  type StandaloneHome,
  type StandaloneProcess,
  startStandalone,
} from "./standalone-process.ts";

const MAIN = fileURLToPath(new URL("../../../../packages/webhook-listener/src/main.ts", import.meta.url));

let home: StandaloneHome;
let standalone: StandaloneProcess;
let receiver: WebhookReceiver;
/** A gateway that a test kills. */
let gateway: StandaloneProcess | undefined;
const commands: ChildProcess[] = [];
beforeAll(async () => {
  home = await makeStandaloneHome();
  standalone = await startStandalone(home.env);
});
afterAll(async () => {
  await standalone.end("SIGTERM");
  await home.remove();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const command of commands.splice(0)) command.kill("SIGKILL");
  await gateway?.end("SIGKILL");
  gateway = undefined;
  await home.database.pool.query("delete from webhook_endpoints where listening_until is not null");
  await receiver.close();
});

interface Command {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Ids of the deliveries in its lines, in order. */
  readonly shown: () => string[];
  readonly exited: Promise<number | null>;
  /** Returns the last signing secret that it printed. */
  ready(): Promise<string>;
}

function run(args: readonly string[], env: Record<string, string> = {}): Command {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: childEnvironment({ RECEIPTS_API_KEY: standalone.apiKey, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  commands.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return {
    child,
    output: () => output,
    shown: () => Array.from(output.matchAll(/^\d\d:\d\d:\d\d .*?(whd_\w+)/gm), ([, id = ""]) => id),
    exited,
    ready: async () => {
      const secret = await until(
        () =>
          output
            .match(/^Ready\. Your webhook signing secret is (whsec_\S+)$/gm)
            ?.at(-1)
            ?.split(" ")
            .at(-1),
        { what: "the secret" },
      );
      rememberSecret(secret);
      return secret;
    },
  };
}

let nth = 0;
/** Verifies a new receipt and creates a deposit: a `verification.completed` and a `deposit.created`. */
async function makeEvents(): Promise<void> {
  nth += 1;
  const reference = `DJ5${nth.toString(36).toUpperCase().padStart(6, "0")}1`;
  const { url, apiKey } = standalone;
  const verified = await postTo(
    `${url}/api/verify?waitMs=10000`,
    { bank: "telebirr", reference },
    { "x-api-key": apiKey },
  );
  expect(verified.status).toBe(200);
  const deposit = { amount: "10.00", currency: "ETB", reference: `order-${nth}` };
  expect((await postAsShop(standalone, "/deposits", `listener-${nth}`, deposit)).status).toBe(201);
}

const query = async (text: string, ...values: unknown[]) =>
  (await home.database.pool.query(text, values)).rows;
/** Returns the deliveries of the only listener of these types. */
const deliveriesTo = async (types: readonly string[]) =>
  await query(
    `select d.id, d.event, d.state, d.attempts from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where e.types = $1 order by d.created_at, d.id`,
    types,
  );
/** Waits until both listeners have handled this many deposits, and all else: each start verifies a sample. */
const allAcknowledged = (deposits: number) =>
  until(
    async () => {
      const [all, ofDeposits] = [await deliveriesTo(["*"]), await deliveriesTo(["deposit.*"])];
      const areDone = [...all, ...ofDeposits].every(({ state }) => state === "delivered");
      return areDone && ofDeposits.length === deposits;
    },
    { what: "every acknowledgement" },
  );
const idOf = ({ headers }: ReceivedWebhook) => String(headers["x-webhook-delivery-id"]);

describe("npm run webhooks:listen", () => {
  it("shows and forwards each webhook once, through kills of the gateway (kill -9) while events come", async () => {
    // The command uses a gateway of its own, on the database of the one that makes the events.
    const env = { ...home.env, PORT: String(await freePort()) };
    gateway = await startStandalone(env);
    let release = () => {};
    const received: ReceivedWebhook[] = [];
    await using shop = await startLocalServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("end", () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
        // The third is in the shop's hands while the gateway dies, so its acknowledgement gets lost.
        if (received.length === 3) release = () => response.end();
        else response.end();
      });
    });
    const forwarding = run(["--url", gateway.url, "--forward", `${shop.url}/hook`]);
    const printing = run(["--url", gateway.url, "--types", "deposit.*"]);
    const [secret] = await Promise.all([forwarding.ready(), printing.ready()]);

    await makeEvents();
    await makeEvents();
    await until(() => received.length === 3);
    await gateway.end("SIGKILL");
    release();
    await until(() => forwarding.output().includes("Reconnecting"));
    await makeEvents();
    const restarted = startStandalone(env);
    await makeEvents();
    gateway = await restarted;
    await makeEvents();
    await allAcknowledged(5);
    await gateway.end("SIGKILL");
    gateway = await startStandalone(env);
    await makeEvents();
    await allAcknowledged(6);

    const expected = await deliveriesTo(["*"]);
    expect(expected.filter(({ event }) => event === "deposit.created")).toHaveLength(6);
    expect(expected.filter(({ event }) => event !== "deposit.created").length).toBeGreaterThanOrEqual(6);
    expect(expected.every(({ attempts }) => attempts === 1)).toBe(true);
    expect(received.map(idOf).sort()).toEqual(expected.map(({ id }) => id).sort());
    expect(forwarding.shown()).toEqual(received.map(idOf));
    for (const { body, headers } of received) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    }
    expect(forwarding.output()).toMatch(/^\d\d:\d\d:\d\d {2}deposit\.created +whd_\w{26} {2}200 {2}\d+ ms$/m);
    expect(printing.shown()).toEqual((await deliveriesTo(["deposit.*"])).map(({ id }) => id));
    expect(forwarding.output().match(/^Ready/gm)).toHaveLength(1);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("deletes its listener on %s", async (signal) => {
    const command = run(["--url", standalone.url]);
    await command.ready();
    expect(await query("select from webhook_endpoints where listening_until is not null")).toHaveLength(1);
    command.child.kill(signal);
    expect(await command.exited).toBe(0);
    expect(await query("select from webhook_endpoints where listening_until is not null")).toEqual([]);
  });

  it("shows the failure of a local server, and acknowledges it as one", async () => {
    const port = await freePort();
    const command = run(["--url", standalone.url, "--forward", `http://127.0.0.1:${port}/`, "--print"]);
    await command.ready();
    await makeEvents();
    await until(async () => (await deliveriesTo(["*"])).every(({ state }) => state === "exhausted"));
    expect(command.output()).toMatch(
      /verification\.completed +whd_\w+ {2}--- {2}\d+ ms {2}connection refused$/m,
    );
    // `--print`
    expect(command.output()).toContain('"type": "verification.completed"');
    receiver.nextStatuses.push(503, 302);
    const other = run(["--url", standalone.url, "--types", "verification.*", "--forward", receiver.url]);
    await other.ready();
    await makeEvents();
    await makeEvents();
    await until(async () =>
      (await deliveriesTo(["verification.*"])).every(({ state }) => state === "exhausted"),
    );
    await until(() => /whd_\w+ {2}503 .*\n.*whd_\w+ {2}302 /.test(other.output()));
  });

  it("creates a new listener if the old one has ended, and says so", async () => {
    const command = run(["--url", standalone.url]);
    const first = await command.ready();
    await query("update webhook_endpoints set listening_until = now() where listening_until is not null");
    await until(() => command.output().includes("The listener has ended"));
    await until(async () => (await command.ready()) !== first);
    await makeEvents();
    await until(() => command.shown().length === 2);
  });

  it("explains what is wrong, and exits", async () => {
    const cookie = await cookieOf(standalone);
    const made = await postTo(
      `${standalone.url}/api/api-keys`,
      { name: "reader", permissions: { webhooks: ["read"] } },
      { cookie },
    );
    const reader = (await jsonOf(made)).data.key;
    rememberSecret(reader);
    const at = ["--url", standalone.url];
    const nowhere = `http://127.0.0.1:${await freePort()}/`;
    const faults: [readonly string[], Record<string, string>, number, string][] = [
      [at, { RECEIPTS_API_KEY: "" }, 2, "Set RECEIPTS_API_KEY to a key"],
      [at, { RECEIPTS_API_KEY: "rvk_wrong" }, 1, "does not accept the key in RECEIPTS_API_KEY"],
      [at, { RECEIPTS_API_KEY: reader }, 1, "needs the permission webhooks:write"],
      [["--url", nowhere], {}, 1, `No connection to ${nowhere}: connection refused`],
      [["--url", receiver.url], {}, 1, "is another server: is --url right?"],
      [[...at, "--types", "order.paid"], {}, 1, "types.0"],
      [[...at, "--forward", "localhost:3000"], {}, 2, "--forward must be an http or https URL"],
      [[...at, "--key", "rvk_1"], {}, 2, "Unknown option '--key'"],
    ];
    for (const [args, env, code, message] of faults) {
      const command = run(args, env);
      expect([args, await command.exited, command.output()]).toEqual([
        args,
        code,
        expect.stringContaining(message),
      ]);
    }
  });

  it("works with a checkout key, and exits when that is revoked", async () => {
    const cookie = await cookieOf(standalone);
    const made = await postTo(
      `${standalone.url}/api/checkout-keys`,
      { name: "listener", scopes: ["webhooks:write"] },
      { cookie },
    );
    const { key, checkoutKey } = (await jsonOf(made)).data;
    rememberSecret(key);
    const command = run(["--url", standalone.url], { RECEIPTS_API_KEY: key });
    await command.ready();
    await makeEvents();
    await until(() => command.shown().length === 2);
    const url = `${standalone.url}/api/checkout-keys/${checkoutKey.id}`;
    expect((await fetch(url, { method: "DELETE", headers: { cookie } })).status).toBe(204);
    expect(await command.exited).toBe(1);
    expect(command.output()).toContain("does not accept the key");
  });
});
