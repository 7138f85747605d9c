import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { type ConnectionOptions, createServer } from "node:tls";
import { selfSignedCertificate } from "@receipts/testing";
import { openTls } from "./open-socket.ts";
import { type TlsFault, tlsFault } from "./tls-fault.ts";

const certificate = selfSignedCertificate("db.example");

/** The error of a connection to the server, and what it tells. */
async function faultAt(server: Server, options: ConnectionOptions): Promise<TlsFault | undefined> {
  const peers: Socket[] = [];
  server.on("connection", (peer) => peers.push(peer));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = openTls({ host: "127.0.0.1", port, ...options });
  const [error]: unknown[] = await once(socket, "error");
  for (const each of [socket, ...peers]) each.destroy();
  server.close();
  return tlsFault(error);
}

describe("the fault of a TLS connection", () => {
  it("is an authority that is not trusted", async () => {
    expect(await faultAt(createServer(certificate), { servername: "db.example" })).toEqual({
      about: "authority",
      text: "none of the trusted authorities signed the server's certificate (DEPTH_ZERO_SELF_SIGNED_CERT)",
    });
  });

  it("is a certificate for another host", async () => {
    const options = { ca: certificate.cert, servername: "other.example" };
    expect(await faultAt(createServer(certificate), options)).toEqual({
      about: "name",
      text: "the server's certificate is for another host: Host: other.example. is not in the cert's altnames: DNS:db.example",
    });
  });

  it.each<[string, (server: Server) => void]>([
    [
      "answers in another protocol",
      (server) => server.on("connection", (peer) => peer.end("-ERR unknown command\r\n")),
    ],
    [
      "closes the connection",
      (server) => server.on("connection", (peer) => peer.once("data", () => peer.end())),
    ],
  ])("is a server without TLS, which %s", async (_, prepare) => {
    const server = createTcpServer();
    prepare(server);
    expect(await faultAt(server, {})).toEqual({
      about: "protocol",
      text: "the server does not speak TLS on this port",
    });
  });

  it.each([
    ["CERT_HAS_EXPIRED", "validity"],
    ["CERT_NOT_YET_VALID", "validity"],
    ["ECONNREFUSED", undefined],
  ])("of the code %s is about %s, also within another error", (code, about) => {
    const cause = Object.assign(new Error("some text"), { code });
    expect(tlsFault(new Error("failed", { cause }))?.about).toBe(about);
    expect(tlsFault(code)).toBeUndefined();
  });
});
