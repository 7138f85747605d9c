import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createDnsLookup, lookupLikeTheSystem } from "./host-lookup.ts";

const typeA = 1;
const typeAaaa = 28;
const nameError = 3;

type Zone = Readonly<Record<string, Readonly<Record<number, readonly Buffer[]>>>>;

const zone: Zone = {
  "both.test": {
    [typeA]: [Buffer.from([192, 0, 2, 1]), Buffer.from([192, 0, 2, 2])],
    [typeAaaa]: [loopback6()],
  },
  "many.test": {
    [typeA]: Array.from({ length: 60 }, (_none, nth) => Buffer.from([192, 0, 2, nth])),
    [typeAaaa]: Array.from({ length: 5 }, loopback6),
  },
  "four.test": { [typeA]: [Buffer.from([192, 0, 2, 1])] },
  "six.test": { [typeAaaa]: [loopback6()] },
};

function loopback6(): Buffer {
  return Buffer.from([...new Array<number>(15).fill(0), 1]);
}

/** A minimal response that c-ares accepts: one question, and answers with a pointer to the question's name. */
function responseTo(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = query.readUInt16BE(at + 1);
  const records = zone[labels.join(".").toLowerCase()];
  const answers = records?.[type] ?? [];
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | (records === undefined ? nameError : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(answers.length, 6);
  const encoded = answers.map((data) => {
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, query.subarray(12, at + 5), ...encoded]);
}

async function withNameServer<T>(use: (server: string) => Promise<T>): Promise<T> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => socket.send(responseTo(query), port, address));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  try {
    return await use(`127.0.0.1:${socket.address().port}`);
  } finally {
    socket.close();
  }
}

describe("the DNS lookup", () => {
  it("refuses a name with more addresses than a host has: each would be checked", async () => {
    await withNameServer(async (server) => {
      await expect(createDnsLookup({ servers: [server] })("many.test")).rejects.toThrow("too many addresses");
    });
  });

  it.each([
    ["both.test", ["192.0.2.1", "192.0.2.2", "::1"]],
    ["four.test", ["192.0.2.1"]],
    ["six.test", ["::1"]],
  ])("returns every address of %s, IPv4 first", async (name, addresses) => {
    await withNameServer(async (server) => {
      const found = await createDnsLookup({ servers: [server] })(name);
      expect([...found].sort()).toEqual([...addresses].sort());
      expect(found.at(-1)).toBe(addresses.at(-1));
    });
  });

  it("rejects for a name that does not exist", async () => {
    await withNameServer(async (server) => {
      const lookup = createDnsLookup({ servers: [server] });
      await expect(lookup("missing.test")).rejects.toThrow("name does not resolve");
    });
  });
});

describe("the system's lookup", () => {
  it("resolves localhost", async () => {
    const found = await lookupLikeTheSystem("localhost");
    expect(found.every((address) => address === "127.0.0.1" || address === "::1")).toBe(true);
    expect(found.length).toBeGreaterThan(0);
  });
});
