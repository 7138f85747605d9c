import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** A forward proxy on a port of its own, which says what it was asked for. */
export interface LocalProxy extends AsyncDisposable {
  readonly url: string;
  /** `CONNECT host:port` and `GET http://…`, in order. */
  readonly asked: readonly string[];
  readonly authorizations: readonly (string | undefined)[];
}

export type AnswerConnect = (request: IncomingMessage, client: Socket) => void;

/** Tunnels to wherever it is asked to, unless told otherwise; answers plain requests itself. */
export async function startLocalProxy(answerConnect: AnswerConnect = tunnel): Promise<LocalProxy> {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const note = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`);
    authorizations.push(headers["proxy-authorization"]);
  };
  const server = createServer((request, response) => {
    note(request);
    response.end("by way of the proxy");
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    note(request);
    client.on("error", () => undefined);
    answerConnect(request, client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    authorizations,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function tunnel({ url = "" }: IncomingMessage, client: Socket): void {
  const { hostname, port } = new URL(`http://${url}`);
  const bank = connect(Number(port), hostname, () => {
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    bank.pipe(client).pipe(bank);
  });
  bank.on("error", () => client.destroy());
  client.on("close", () => bank.destroy());
}
