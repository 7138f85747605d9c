import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";

const MIB = 1024 * 1024;
const flood = Buffer.alloc(64 * 1024, "a");
let bomb: Buffer | undefined;

function drip(socket: Socket, start: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write("a"), 20);
  socket.once("close", () => clearInterval(timer));
}

/** Handlers of a connection that carries a request, by behaviour. */
export const hostileReceivers: Readonly<Record<string, (socket: Socket) => void>> = {
  "is silent": () => undefined,
  "drips its headers": (socket) => drip(socket, "HTTP/1.1 200 OK\r\nA: "),
  "drips its body": (socket) => drip(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
  "never ends": (socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(flood));
    };
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n");
    socket.on("drain", pour);
    pour();
  },
  "sends a gzip bomb": (socket) => {
    bomb ??= gzipSync(Buffer.alloc(8 * MIB));
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  },
};
