import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { eventTypes, newId, webhookExamples } from "@receipts/contracts";
import { createTestDatabase, installPythonPackages, type TestDatabase, until } from "@receipts/testing";
import { createGuardedClient, newSigningSecret, signWebhook } from "@receipts/webhooks";
import { anAccount, anEndpoint, encryptionKey } from "./delivery-rows.ts";
import { startDispatcher } from "./running-dispatcher.ts";

const fileOf = (example: string) => fileURLToPath(new URL(`../examples/${example}`, import.meta.url));

interface Example {
  readonly command: string;
  readonly args: readonly string[];
  /** Fails if something that the example needs is not installed. */
  readonly check: readonly string[];
  /** Path of the receiver's URL. */
  readonly path: string;
}

const nodeExample = (file: string, command = process.execPath): Example => ({
  command,
  args: [fileOf(file)],
  check: ["--version"],
  path: "/webhooks",
});
const phpExample = (file: string, check: string, path = "/webhooks"): Example => ({
  command: "php",
  args: ["-S", "127.0.0.1:0", fileOf(file)],
  check: ["-r", check],
  path,
});

/** The program of a virtual environment, in which pip installs the packages of the example. */
async function pythonWith(requirements: string): Promise<string> {
  try {
    return path.join(await installPythonPackages(fileOf(requirements)), "python");
  } catch (error) {
    if (process.env["CI"] !== undefined) throw error;
    return "python3";
  }
}

/** The one of the system is older than ours on many machines. */
const oldNode = ["/usr/bin/node"].find((file) => existsSync(file));

const examples: Readonly<Record<string, Example>> = {
  node: nodeExample("node/receive-webhooks.mjs"),
  ...(oldNode === undefined
    ? {}
    : { "node of the system": nodeExample("node/receive-webhooks.mjs", oldNode) }),
  express: nodeExample("express/receive-webhooks.mjs"),
  python: {
    command: "python3",
    args: [fileOf("python/receive_webhooks.py")],
    check: ["-c", "import sqlite3"],
    path: "/webhooks",
  },
  fastapi: {
    command: await pythonWith("fastapi/requirements.txt"),
    args: [fileOf("fastapi/receive_webhooks.py")],
    check: ["-c", "import fastapi, sqlite3, standardwebhooks, uvicorn"],
    path: "/webhooks",
  },
  php: phpExample("php/receive-webhooks.php", "new PDO('sqlite::memory:');"),
  laravel: phpExample(
    "laravel/server.php",
    "new PDO('sqlite::memory:'); require 'Illuminate/autoload.php';",
    "/api/webhooks",
  ),
};

/** In CI a missing interpreter or package fails. */
const isInstalled = ({ command, check }: Example) =>
  process.env["CI"] !== undefined || spawnSync(command, check).status === 0;

interface Running {
  readonly url: string;
  readonly printed: () => string;
  readonly child: ChildProcess;
}

/** Resolves without a URL if the program has ended. */
async function start(
  example: Example,
  env: NodeJS.ProcessEnv,
): Promise<Omit<Running, "url"> & { readonly url: string | undefined }> {
  const { command, args } = example;
  let text = "";
  const child = spawn(command, args, { env: { PATH: process.env["PATH"], PORT: "0", ...env } });
  child.on("error", (error) => {
    text += error.message;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      text += chunk;
    });
  }
  const origin = () => /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
  await until(() => origin() !== undefined || child.exitCode !== null, {
    what: `the address of ${args.join(" ")}`,
  });
  const url = origin();
  return { url: url && `${url}${example.path}`, printed: () => text, child };
}

async function run(example: Example, env: NodeJS.ProcessEnv): Promise<Running> {
  const { url, ...started } = await start(example, env);
  if (url === undefined) throw new Error(`the receiver has ended: ${started.printed()}`);
  return { url, ...started };
}

const secret = newSigningSecret();
const body = '{"id":"evt_1","type":"verification.completed","data":{"senderName":"አበበ"}}';
const nowSeconds = () => Math.floor(Date.now() / 1_000);
let nth = 0;

interface Draft {
  readonly secrets?: readonly string[];
  readonly timestampSeconds?: number;
  readonly deliveryId?: string;
  readonly bytes?: string;
}

function signed(draft: Draft = {}) {
  nth += 1;
  const { secrets = [secret], timestampSeconds = nowSeconds(), deliveryId = `whd_${nth}` } = draft;
  const all = { legacy: secrets[0] ?? "", all: secrets };
  return signWebhook({ secrets: all, deliveryId, timestampSeconds, body: draft.bytes ?? body });
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A dispatcher, and an account with an endpoint that has the receiver's URL and secret. */
async function openSender(url: string) {
  const userId = await anAccount(database.pool);
  await anEndpoint(database.pool, { userId, url, secret });
  const dispatcher = await startDispatcher(database.url, { SECRETS_ENCRYPTION_KEY: encryptionKey });
  return {
    deliver: async (events: readonly { readonly id: string; readonly type: string }[]) => {
      for (const event of events)
        await database.pool.query(
          `insert into webhook_deliveries
             (id, user_id, verification_id, event, event_id, subject, endpoint_id, url, payload, http_request_id)
           select $1, $2, case when $3 like 'verification.%' then 'ver_1' || $1 end, $3, $4, $2, endpoint_id, url, $5, 'req_1'
             from webhook_targets($2, $3, null)`,
          [newId("webhookDelivery"), userId, event.type, event.id, JSON.stringify(event)],
        );
      await until(async () => {
        const { rows } = await database.pool.query(
          "select count(*)::int as delivered from webhook_deliveries where user_id = $1 and state = 'delivered'",
          [userId],
        );
        return rows[0].delivered === events.length;
      });
    },
    [Symbol.asyncDispose]: () => dispatcher[Symbol.asyncDispose](),
  };
}

/** What a receiver has stored. */
interface Inbox {
  readonly typesById: () => ReadonlyMap<string, string>;
  /** With repetitions, if there were any. */
  readonly jobIds: () => readonly string[];
  /** Nothing more can be stored, as on a full disk. Returns a function that ends it. */
  readonly fill: () => () => void;
  readonly close: () => void;
}

function openTables(file: string): Inbox {
  const inbox = new DatabaseSync(file, { timeout: 5_000 });
  return {
    typesById: () =>
      new Map(
        inbox
          .prepare("select event_id, type from webhook_inbox")
          .all()
          .map(({ event_id, type }) => [String(event_id), String(type)]),
      ),
    jobIds: () =>
      inbox
        .prepare("select event_id from webhook_jobs")
        .all()
        .map(({ event_id }) => String(event_id)),
    fill: () => {
      inbox.exec(
        "create trigger full before insert on webhook_jobs begin select raise(abort, 'disk is full'); end",
      );
      return () => inbox.exec("drop trigger full");
    },
    close: () => inbox.close(),
  };
}

function openFolder(folder: string): Inbox {
  const events = () =>
    readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), "utf8")));
  return {
    typesById: () => new Map(events().map(({ id, type }) => [id, type])),
    jobIds: () => events().flatMap(({ id, job }) => (job === undefined ? [] : [id])),
    fill: () => {
      renameSync(folder, `${folder}.away`);
      return () => renameSync(`${folder}.away`, folder);
    },
    close: () => undefined,
  };
}

describe.each(Object.entries(examples))("the receiver %s", (name, example) => {
  if (!isInstalled(example)) {
    it.skip(`is skipped: ${example.command} ${example.check.join(" ")} fails`, () => {});
    return;
  }

  let receiver: Running;
  let folder: string;
  let store: NodeJS.ProcessEnv;
  let inbox: Inbox;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), `${name}-inbox-`));
    const file = path.join(folder, "webhooks.sqlite");
    const files = path.join(folder, "webhooks");
    store = { WEBHOOK_DATABASE: file, WEBHOOK_INBOX: files };
    receiver = await run(example, { ...store, WEBHOOK_SECRET: secret });
    // Creates the tables of receivers that create them on the first webhook.
    await post(signed());
    inbox = existsSync(files) ? openFolder(files) : openTables(file);
  });
  afterAll(async () => {
    inbox.close();
    receiver.child.kill("SIGKILL");
    await rm(folder, { recursive: true });
  });

  const post = async (headers: Record<string, string>, bytes: string = body) => {
    const response = await fetch(receiver.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: bytes,
    });
    return response.status;
  };

  /** A command that should have read the secret may have failed. */
  it("accepts nothing while its secret is empty, which anyone could sign with", async () => {
    const { url, child, printed } = await start(example, { ...store, WEBHOOK_SECRET: "" });
    if (url === undefined) expect(printed()).toMatch(/secret/i);
    else {
      const [id, timestamp] = ["whd_forged", String(nowSeconds())];
      const signature = createHmac("sha256", "").update(`${id}.${timestamp}.${body}`).digest("base64");
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${signature}`,
      };
      const { status } = await fetch(url, { method: "POST", headers, body });
      expect(status).toBeGreaterThanOrEqual(400);
      child.kill("SIGKILL");
    }
  });

  it("accepts requests of the dispatcher's own client on a reused connection", async () => {
    const client = createGuardedClient({ allowPrivate: true });
    for (let call = 0; call < 3; call += 1) {
      const headers = { "content-type": "application/json", ...signed() };
      const outcome = await client.post({ url: receiver.url, headers, body, deadlineMs: 10_000 });
      expect(outcome).toMatchObject({ kind: "responded", statusCode: 204 });
    }
    await client.close();
  });

  it("accepts two signatures while the secret is being rotated", async () => {
    expect(await post(signed({ secrets: [newSigningSecret(), secret] }))).toBe(204);
  });

  it("handles an event once that arrives twice, also in two deliveries", async () => {
    const bytes = '{"id":"evt_twice","type":"deposit.confirmed","data":{}}';
    const first = signed({ deliveryId: "whd_first", bytes });
    const second = signed({ deliveryId: "whd_second", bytes });
    expect([await post(first, bytes), await post(first, bytes), await post(second, bytes)]).toEqual([
      204, 204, 204,
    ]);
    expect(inbox.jobIds().filter((id) => id === "evt_twice")).toHaveLength(1);
    await until(() => receiver.printed().match(/repeated evt_twice deposit\.confirmed/g)?.length === 2);
    expect(receiver.printed().match(/handled evt_twice deposit\.confirmed/g)).toHaveLength(1);
  });

  /** A full disk: an event without its job would be lost silently. */
  it("keeps neither event nor job if one cannot be stored, and handles the repeated delivery", async () => {
    const bytes = '{"id":"evt_late","type":"deposit.confirmed","data":{}}';
    const empty = inbox.fill();
    expect(await post(signed({ bytes }), bytes)).toBe(500);
    empty();
    expect(inbox.typesById().has("evt_late")).toBe(false);
    expect(await post(signed({ bytes }), bytes)).toBe(204);
    expect(inbox.jobIds()).toContain("evt_late");
  });

  it("receives every event type from the dispatcher, and does the work of each event once", async () => {
    const events = [
      ...eventTypes.map((type) => ({ ...webhookExamples[type], type, id: newId("event") })),
      { ...webhookExamples["deposit.confirmed"], type: "deposit.confirmed", id: newId("event"), test: true },
      { type: "order.invented", id: newId("event"), data: {} },
    ];
    await using sender = await openSender(receiver.url);
    // Twice, as to two endpoints with the same URL.
    await sender.deliver([...events, ...events]);

    const types = inbox.typesById();
    expect(events.map(({ id }) => types.get(id))).toEqual(events.map(({ type }) => type));
    const isWork = (event: object) =>
      !("test" in event) && "type" in event && event.type !== "order.invented";
    const jobIds = inbox.jobIds();
    expect(events.map(({ id }) => jobIds.filter((each) => each === id).length)).toEqual(
      events.map((event) => (isWork(event) ? 1 : 0)),
    );
  });

  it("refuses a body changed by one space, and another delivery's signature", async () => {
    expect(await post(signed(), `${body} `)).toBe(401);
    expect(await post({ ...signed(), "webhook-id": "whd_other" })).toBe(401);
  });

  it.each([-330, 330, 86_400])("refuses a signature that is %d s old", async (age) => {
    expect(await post(signed({ timestampSeconds: nowSeconds() - age }))).toBe(401);
  });

  it("refuses a changed or invalid timestamp", async () => {
    const old = signed({ timestampSeconds: nowSeconds() - 1_000 });
    for (const timestamp of [String(nowSeconds()), "", "1e10", " 1", "９"]) {
      const encoded = Buffer.from(timestamp).toString("latin1");
      expect(await post({ ...old, "webhook-timestamp": encoded })).toBe(401);
    }
  });

  it.each([
    ["no signature", undefined],
    ["an empty one", ""],
    ["one of another version", "v2,AAAA"],
    ["half of one", "v1,"],
    ["letters of another alphabet", Buffer.from("v1,ሀለሐ").toString("latin1")],
    ["another secret's", signed({ secrets: [newSigningSecret()] })["webhook-signature"]],
  ])("refuses %s", async (_case, signature) => {
    const { "webhook-signature": _own, ...rest } = signed();
    expect(await post(signature === undefined ? rest : { ...rest, "webhook-signature": signature })).toBe(
      401,
    );
  });
});
