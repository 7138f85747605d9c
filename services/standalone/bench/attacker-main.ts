import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { setPriority } from "node:os";
import { deflateRawSync } from "node:zlib";
import { pause } from "@receipts/service-kit";
import { Agent, FormData, fetch, type RequestInit } from "undici";

/** A process that attacks a gateway until it is stopped. `ATTACK` names how, `URL` and `KEY` where. */
const { ATTACK = "", URL: url = "", KEY: key = "" } = process.env;
const { hostname, port } = new URL(url);

// On the same machine, unlike a real attacker: its own work must not be taken for the gateway's.
setPriority(19);

/** Of this machine: each counts as a network of its own. Honest callers have another. */
const addressOf = (nth: number) => `127.1.${nth}.1`;

type Attack = () => Promise<unknown>;

/** Writes to a connection, reads nothing, and returns once it is closed or the time is over. */
function unread(text: string | Buffer, ms = 10_000): Promise<void> {
  const socket = connect({ port: Number(port), host: hostname, localAddress: addressOf(0) }).pause();
  socket.on("error", () => undefined);
  socket.write(text);
  const timer = setTimeout(() => socket.destroy(), ms);
  return new Promise((resolve) =>
    socket.once("close", () => {
      clearTimeout(timer);
      resolve();
    }),
  );
}

const agents = Array.from(
  { length: 100 },
  (_, nth) => new Agent({ connect: { localAddress: addressOf(nth) } }),
);

const call = async (path: string, init: RequestInit) => {
  const dispatcher = agents[Math.floor(Math.random() * agents.length)] as Agent;
  const response = await fetch(`${url}${path}`, { ...init, dispatcher }).catch(() => undefined);
  await response?.text();
  // A refused call costs nearly nothing: a flood of them is no subject here.
  if (response === undefined || response.status === 429) await pause(50);
};

function form(bytes: Uint8Array<ArrayBuffer>, name: string): FormData {
  const data = new FormData();
  data.set("file", new Blob([bytes]), name);
  return data;
}

/** A ZIP of one deflated entry, which unpacks to a workbook's first part. */
function nestedWorkbook(): Uint8Array<ArrayBuffer> {
  const name = Buffer.from("xl/workbook.xml");
  const text = Buffer.from("<a>".repeat(3_000_000));
  const packed = deflateRawSync(text);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(text.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return new Uint8Array(Buffer.concat([local, name, packed, entry, name, end]));
}

const headers = { "x-api-key": key };
const pdf = new Uint8Array(Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(4 * 1024 * 1024)]));
const workbook = nestedWorkbook();
const list = JSON.stringify({
  items: Array.from({ length: 500 }, () => ({ reference: "Ref: ".repeat(380) })),
});
const wide = `reference\n${`${",".repeat(1_800)}\n`.repeat(500)}`;
const pipelined =
  `GET /api/verify/ver_0 HTTP/1.1\r\nhost: x\r\nx-padding: ${"x".repeat(1_000)}\r\n\r\n`.repeat(1_200);
const uploadHead = [
  "POST /api/verify/read-file HTTP/1.1",
  ...[
    "host: x",
    `x-api-key: ${key}`,
    "content-type: multipart/form-data; boundary=x",
    "content-length: 8000000",
  ],
].join("\r\n");

/** Fast enough for the least rate, and as slow as the time of a body allows. */
async function slowUpload(): Promise<void> {
  const socket = connect({ port: Number(port), host: hostname, localAddress: addressOf(0) });
  socket.on("error", () => undefined);
  socket.write(`${uploadHead}\r\n\r\n`);
  for (let sent = 0; sent < 7_900_000 && !socket.destroyed; sent += 16_384) {
    socket.write(Buffer.alloc(16_384));
    await pause(100);
  }
  socket.destroy();
}

/** Each runs so many times at once, again and again. */
const attacks: Readonly<Record<string, readonly [times: number, attack: Attack]>> = {
  connections: [
    100,
    async () => {
      await unread(pipelined, 2_000);
      await pause(1_000);
    },
  ],
  uploads: [40, slowUpload],
  files: [8, () => call("/api/verify/read-file", { method: "POST", headers, body: form(pdf, "a.pdf") })],
  statements: [4, () => call("/api/reconciliations?bank=cbe", { method: "POST", headers, body: workbook })],
  lists: [
    8,
    () => {
      const [type, body] = Math.random() < 0.5 ? ["application/json", list] : ["text/csv", wide];
      return call("/api/verify/batch", {
        method: "POST",
        headers: { ...headers, "content-type": type },
        body,
      });
    },
  ],
  passwords: [
    20,
    () => {
      const body = JSON.stringify({
        email: `${randomBytes(6).toString("hex")}@example.test`,
        password: "x".repeat(20),
      });
      return call("/api/auth/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    },
  ],
};

const [times, attack] = attacks[ATTACK] ?? [0, async () => undefined];
process.stdout.write(`ready ${times}\n`);
await Promise.all(
  Array.from({ length: times }, async () => {
    for (;;) await attack();
  }),
);
