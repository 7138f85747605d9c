import { connect, type Socket } from "node:net";
import { until } from "@receipts/testing";
import { listen } from "./http-server.ts";
import type { UnreadLimits } from "./unread-bodies.ts";

const MIB = 1024 * 1024;
const host = "127.0.0.1";
const attacker = "127.0.0.2";
const unlimited: UnreadLimits = { bytesPerSecond: 100_000 * MIB, burstBytes: 1_000 * MIB };

/** A server that refuses all bodies unread. */
async function start(unread: UnreadLimits) {
  const received: Socket[] = [];
  const server = await listen(
    (request, response) => {
      received.push(request.socket);
      response.writeHead(request.method === "GET" ? 200 : 429, { "content-length": 0 }).end();
    },
    {
      ...{ port: 0, host, unread },
      connections: {
        ...{ total: 100, perNetwork: 100, networkOf: (address) => address },
        onClosed: () => undefined,
      },
    },
  );
  const sockets: Socket[] = [];
  const open = (localAddress: string = host) => {
    const socket = connect({ port: server.port, host, localAddress });
    socket.on("error", () => undefined);
    sockets.push(socket);
    let text = "";
    socket.on("data", (chunk) => (text += chunk));
    return { socket, statuses: () => [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status) };
  };
  return {
    open,
    /** Sends a body of so many bytes, the first of the connection. */
    send(bytes: number) {
      const { socket, statuses } = open();
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n`);
      let isSent = false;
      socket.write(Buffer.alloc(bytes), () => (isSent = true));
      return { socket, statuses, isSent: () => isSent };
    },
    bytesRead: (from: string = host) =>
      received
        .filter(({ remoteAddress }) => remoteAddress === from)
        .reduce((sum, socket) => sum + socket.bytesRead, 0),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await server.close();
    },
  };
}

it("reads the rest of a refused body slowly, though its client sends it fast", async () => {
  const [slow, fast] = [await start({ bytesPerSecond: 0, burstBytes: 0 }), await start(unlimited)];
  const sent = [slow.send(64 * MIB), fast.send(64 * MIB)];
  await until(() => sent.every(({ statuses }) => statuses()[0] === "429") && fast.bytesRead() > 64 * MIB);
  expect(slow.bytesRead()).toBeLessThan(16 * MIB);
  await Promise.all([slow.stop(), fast.stop()]);
});

it("reads it to its end, and then the connection's next call", async () => {
  const server = await start({ bytesPerSecond: 200 * MIB, burstBytes: MIB });
  const { socket, statuses, isSent } = server.send(16 * MIB);
  await until(isSent);
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await until(() => statuses().join() === "429,200");
  await server.stop();
});

it("gives each network its turn: thirty bodies of one that never end take no more than another's", async () => {
  const server = await start({ bytesPerSecond: 100 * MIB, burstBytes: MIB });
  const sendWithoutEnd = () => {
    const { socket, statuses } = server.open(attacker);
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(MIB), Buffer.from("\r\n")]);
    const more = () => {
      if (!socket.destroyed) socket.write(chunk, more);
    };
    more();
    return statuses;
  };
  const endless = Array.from({ length: 30 }, sendWithoutEnd);
  await until(() => endless.every((statuses) => statuses()[0] === "429"));
  const before = server.bytesRead(attacker);
  const honest = server.send(32 * MIB);
  await until(() => server.bytesRead(host) > 32 * MIB);
  expect(honest.statuses()).toEqual(["429"]);
  // Bytes from before the response of the honest client count too.
  expect(server.bytesRead(attacker) - before).toBeLessThan(2 * 32 * MIB);
  await server.stop();
});
