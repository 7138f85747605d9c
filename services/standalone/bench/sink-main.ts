import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that takes every body and refuses every call: the target of an attack that is not to meet the gateway. */
const server = createServer((request, response) => {
  request.resume().once("end", () => response.writeHead(429, { connection: "close" }).end());
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`);
