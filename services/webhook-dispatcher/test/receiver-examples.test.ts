import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "@receipts/testing";
import { createGuardedClient, newSigningSecret, signWebhook } from "@receipts/webhooks";

const examples = fileURLToPath(new URL("../examples", import.meta.url));

interface Example {
  readonly command: string;
  readonly args: readonly string[];
}

const languages: Readonly<Record<string, Example>> = {
  node: { command: process.execPath, args: [path.join(examples, "node/receive-webhooks.mjs")] },
  python: { command: "python3", args: [path.join(examples, "python/receive_webhooks.py")] },
  php: { command: "php", args: ["-S", "127.0.0.1:0", path.join(examples, "php/receive-webhooks.php")] },
};

/** In CI a missing interpreter fails. */
const isInstalled = ({ command }: Example) =>
  process.env["CI"] !== undefined || spawnSync(command, ["--version"]).status === 0;

interface Running {
  readonly url: string;
  readonly printed: () => string;
  readonly child: ChildProcess;
}

async function run({ command, args }: Example, env: NodeJS.ProcessEnv): Promise<Running> {
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
  const url = await until(() => /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0], { what: `${command}: ${text}` });
  return { url, printed: () => text, child };
}

const secret = newSigningSecret();
const body = '{"event":"verification.completed","data":{"senderName":"አበበ"}}';
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

describe.each(Object.entries(languages))("the receiver in %s", (name, example) => {
  if (!isInstalled(example)) {
    it.skip(`is skipped: ${example.command} is not installed`, () => {});
    return;
  }

  let receiver: Running;
  let seenDirectory: string;
  beforeAll(async () => {
    seenDirectory = await mkdtemp(path.join(tmpdir(), `${name}-seen-`));
    receiver = await run(example, { WEBHOOK_SECRET: secret, WEBHOOK_SEEN_DIR: seenDirectory });
  });
  afterAll(async () => {
    receiver.child.kill("SIGKILL");
    await rm(seenDirectory, { recursive: true });
  });

  const post = async (headers: Record<string, string>, bytes: string = body) => {
    const response = await fetch(receiver.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: bytes,
    });
    return response.status;
  };

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

  it("handles a delivery once when it arrives twice", async () => {
    const headers = signed({ deliveryId: "whd_twice" });
    expect([await post(headers), await post(headers)]).toEqual([204, 204]);
    const handled = () => receiver.printed().match(/handled whd_twice verification\.completed/g);
    await until(handled);
    expect(handled()).toHaveLength(1);
  });

  it("handles the event of a deposit, whose name is its type", async () => {
    const bytes = '{"id":"evt_1","sequence":2,"type":"deposit.confirmed","data":{}}';
    expect(await post(signed({ deliveryId: "whd_deposit", bytes }), bytes)).toBe(204);
    await until(() => receiver.printed().includes("handled whd_deposit deposit.confirmed"));
  });

  if (name === "php") {
    /** A full disk or another user's folder: a delivery taken for a duplicate would be lost silently. */
    it("responds 500 when it cannot record the delivery", async () => {
      const env = { WEBHOOK_SECRET: secret, WEBHOOK_SEEN_DIR: "/dev/null/seen" };
      const unable = await run(example, env);
      const response = await fetch(unable.url, { method: "POST", headers: signed(), body });
      expect(response.status).toBe(500);
      unable.child.kill("SIGKILL");
    });
  }

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
