import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { until } from "@receipts/testing";
import { listen } from "./http-server.ts";

const host = "127.0.0.1";

/** A server whose reader keeps what it gets, as parsers of bodies do, and a client that has sent a head. */
async function start(head: string, handler?: RequestListener) {
  const pieces: Buffer[] = [];
  const ended: string[] = [];
  const server = await listen(
    handler ??
      ((request, response) => {
        request.on("data", (piece: Buffer) => pieces.push(piece));
        request.on("end", () => {
          ended.push(Buffer.concat(pieces).toString());
          response.end("read");
        });
      }),
    {
      ...{ port: 0, host, bodyTimeoutMs: 60_000 },
      refusal: (status) => ({ headers: {}, body: `refused with ${status}` }),
    },
  );
  const socket = connect({ port: server.port, host });
  let [received, isClosed] = ["", false];
  socket.on("data", (chunk) => (received += chunk));
  socket.on("error", () => undefined);
  socket.on("close", () => (isClosed = true));
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`);
  return {
    ...{ socket, pieces, ended },
    received: () => received,
    isClosed: () => isClosed,
    async [Symbol.asyncDispose]() {
      socket.destroy();
      await server.close({ timeoutMs: 0 });
    },
  };
}

const CHUNKED = "transfer-encoding: chunked";
const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const LINE = "a line of a statement with forty bytes.\n";
const LINES = 20_000;

it("a body that is sent line by line reaches its reader whole, in pieces of some size", async () => {
  await using call = await start(CHUNKED);
  call.socket.write(`${chunkOf(LINE).repeat(LINES)}0\r\n\r\n`);
  await until(() => call.received().includes("read"));
  expect(call.ended[0]).toBe(LINE.repeat(LINES));
  expect(call.pieces.length).toBeLessThan(LINES / 20);
});

it("a body of large pieces stays as it comes, and a small rest is not forgotten", async () => {
  await using call = await start(CHUNKED);
  const large = "x".repeat(3_000);
  call.socket.write(
    `${chunkOf("a")}${chunkOf(large)}${chunkOf("b")}${chunkOf(large)}${chunkOf("c")}0\r\n\r\n`,
  );
  await until(() => call.ended.length === 1);
  expect(call.ended[0]).toBe(`a${large}b${large}c`);
});

it("a reader gets the received part before the rest arrives", async () => {
  await using call = await start("content-length: 10");
  call.socket.write("12345");
  await until(() => Buffer.concat(call.pieces).toString() === "12345");
  call.socket.write("67890");
  await until(() => call.ended[0] === "1234567890");
});

describe("a body of one byte a chunk", () => {
  const flood = chunkOf("a").repeat(100_000);

  it("is refused, and nothing more of it is kept", async () => {
    await using call = await start(CHUNKED);
    call.socket.write(flood);
    await until(() => call.isClosed() || call.received().includes("refused with 413"));
    await until(() => call.isClosed());
    expect(call.ended).toEqual([]);
    expect(Buffer.concat(call.pieces).length).toBeLessThan(10_000);
  });

  it("that nothing reads after its response loses its connection", async () => {
    await using call = await start(CHUNKED, (_request, response) =>
      response.writeHead(404, { "content-length": 0 }).end(),
    );
    await until(() => call.received().includes("404"));
    call.socket.write(flood);
    await until(() => call.isClosed());
  });
});
