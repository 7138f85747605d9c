import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { until } from "@receipts/testing";
import { useOneSocketAtATime } from "./one-socket-at-a-time.ts";
import { quietRequestQueue } from "./quiet-request-queue.ts";

interface Connection {
  connect(): Promise<boolean>;
  disconnect(): Promise<boolean>;
  isConnected(): boolean;
  send(protocol: object): Promise<Buffer>;
}

const require = createRequire(import.meta.url);
const quiet = { debug: () => undefined, error: () => undefined, warn: () => undefined };

/** A broker that sends `first` to its first client and hangs up, and responds to all others. */
async function start(first: Buffer) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    if (sockets.length === 1) {
      socket.end(first);
      return;
    }
    // Length, key and version of the request, and then its id.
    socket.on("data", (request: Buffer) => {
      const response = Buffer.from([0, 0, 0, 6, 0, 0, 0, 0, 7, 7]);
      request.copy(response, 4, 8, 12);
      socket.write(response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const Connection: new (options: object) => Connection = require("kafkajs/src/network/connection");
  const connection = new Connection({
    host: "127.0.0.1",
    port,
    logger: { namespace: () => quiet },
    socketFactory: ({ onConnect }: { onConnect: () => void }) =>
      connect({ port, host: "127.0.0.1" }, onConnect),
    requestTimeout: 60_000,
    connectionTimeout: 60_000,
  });
  return {
    connection,
    sockets,
    [Symbol.asyncDispose]: async () => {
      await connection.disconnect();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const Encoder: new () => object = require("kafkajs/src/protocol/encoder");
const apiVersions = {
  request: { apiKey: 18, apiVersion: 0, apiName: "ApiVersions", encode: async () => new Encoder() },
  response: { decode: async (payload: Buffer) => payload, parse: async (payload: Buffer) => payload },
};

describe("a connection of kafkajs that was cut", () => {
  beforeAll(quietRequestQueue);

  it.each([
    ["within a response", Buffer.from([0, 0, 0, 100, 1])],
    ["within its length", Buffer.from([0, 0])],
  ])("%s reads the next socket's responses from their start", async (_where, cut) => {
    useOneSocketAtATime();
    await using broker = await start(cut);
    await broker.connection.connect();
    await until(() => !broker.connection.isConnected());
    await broker.connection.connect();
    expect(await broker.connection.send(apiVersions)).toEqual(Buffer.from([7, 7]));
  });

  it("opens one socket for all calls that find it disconnected", async () => {
    useOneSocketAtATime();
    useOneSocketAtATime(); // a second driver in the process changes nothing
    await using broker = await start(Buffer.alloc(0));
    await broker.connection.connect();
    await until(() => !broker.connection.isConnected());
    await Promise.all([
      broker.connection.connect(),
      broker.connection.connect(),
      broker.connection.connect(),
    ]);
    expect(await broker.connection.send(apiVersions)).toEqual(Buffer.from([7, 7]));
    expect(broker.sockets).toHaveLength(2);
  });
});
