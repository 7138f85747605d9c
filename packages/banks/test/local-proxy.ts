import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** A forward proxy on its own port that records its requests. */
export interface LocalProxy extends AsyncDisposable {
  readonly url: string;
  /** `CONNECT host:port` and `GET http://…`, in order. */
  readonly requests: readonly string[];
  readonly authorizations: readonly (string | undefined)[];
  /** Number of open connections. */
  connections(): number;
}

export type ConnectHandler = (request: IncomingMessage, client: Socket) => void;

/** Tunnels to the requested host by default; responds to plain requests itself. */
export async function startLocalProxy(onConnect: ConnectHandler = tunnel): Promise<LocalProxy> {
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const note = ({ method, url, headers }: IncomingMessage) => {
    requests.push(`${method} ${url}`);
    authorizations.push(headers["proxy-authorization"]);
  };
  const server = createServer((request, response) => {
    note(request);
    response.end("by way of the proxy");
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    note(request);
    client.on("error", () => undefined);
    client.on("end", () => client.destroy());
    onConnect(request, client);
    // Unread, its end would not be noticed.
    client.resume();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    authorizations,
    connections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export const tunnel: ConnectHandler = ({ url = "" }, client) => connectToBank(url, client, join);

/** As `tunnel`, but the bank sees this address of the machine, such as 127.0.0.2, as the source. */
export const tunnelFrom =
  (localAddress: string): ConnectHandler =>
  ({ url = "" }, client) =>
    connectToBank(url, client, join, localAddress);

/** The first byte of a TLS record that holds no handshake. */
export const applicationData = 0x17;

/** Tunnels the handshake (of TLS 1.2) and the request, and drops the response. */
export const hangAfterHandshake: ConnectHandler = ({ url = "" }, client) =>
  connectToBank(url, client, (bank) => {
    client.pipe(bank);
    let isAnswer = false;
    bank.on("data", (bytes: Buffer) => {
      isAnswer ||= bytes[0] === applicationData;
      if (!isAnswer) client.write(bytes);
    });
  });

/** Opens the tunnel, and passes nothing through it. */
export const hangInHandshake: ConnectHandler = (_request, client) => void client.write(established);

export const refuseWith =
  (status: number): ConnectHandler =>
  (_request, client) =>
    client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 2\r\n\r\nno`);

const established = "HTTP/1.1 200 Connection established\r\n\r\n";

function connectToBank(
  url: string,
  client: Socket,
  onConnected: (bank: Socket, client: Socket) => void,
  localAddress?: string,
): void {
  const { hostname, port } = new URL(`http://${url}`);
  const source = localAddress === undefined ? {} : { localAddress, family: 4 };
  const bank = connect({ host: hostname, port: Number(port), ...source }, () => {
    client.write(established);
    onConnected(bank, client);
  });
  bank.on("error", () => client.destroy());
  client.on("close", () => bank.destroy());
}

function join(bank: Socket, client: Socket): void {
  bank.pipe(client).pipe(bank);
  bank.on("close", () => client.end(() => client.destroy()));
}
