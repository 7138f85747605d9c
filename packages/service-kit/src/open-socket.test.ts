import { globSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import path from "node:path";
import { createServer } from "node:tls";
import { selfSignedCertificate, startLocalServer } from "@receipts/testing";
import { openTcp, openTls } from "./open-socket.ts";

const root = path.join(import.meta.dirname, "../../..");

/** Node's own mark; the system call has no reader. */
function isWithoutDelay(socket: Socket): unknown {
  const mark = Object.getOwnPropertySymbols(socket).find(({ description }) => description === "kSetNoDelay");
  return mark && Reflect.get(socket, mark);
}

describe("a socket to another host", () => {
  it("sends at once", async () => {
    await using server = await startLocalServer(() => undefined);
    const socket = openTcp({ host: "127.0.0.1", port: server.port });
    await new Promise((resolve) => socket.once("connect", resolve));
    expect(isWithoutDelay(socket)).toBe(true);
    socket.destroy();
  });

  it.each([false, true])("sends at once over TLS, in a tunnel too: %s", async (isTunnel) => {
    const server = createServer(selfSignedCertificate("localhost"));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const place = { host: "127.0.0.1", port };
    const tunnel = isTunnel ? openTcp(place) : undefined;
    const socket = openTls({
      ...place,
      ...(tunnel && { socket: tunnel }),
      rejectUnauthorized: false,
    });
    await new Promise((resolve) => socket.once("secureConnect", resolve));
    expect(isWithoutDelay(socket)).toBe(true);
    socket.destroy();
    tunnel?.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it("is opened nowhere else", () => {
    const sources = globSync(["packages/*/src/**/*.ts", "services/*/src/**/*.ts"], { cwd: root }).filter(
      (file) => !/\.test\.ts$|^packages\/testing\/|open-socket\.ts$/.test(file),
    );
    expect(sources.length).toBeGreaterThan(500);
    const opening = sources.filter((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      const names = [...text.matchAll(/import \{([^}]*)\} from "node:(?:net|tls)"/g)].flatMap(
        ([, list = ""]) => list.split(",").map((name) => name.trim()),
      );
      return (
        names.some((name) => /^(?:connect|createConnection|Socket|TLSSocket)\b/.test(name)) ||
        /import (?:\* as )?\w+ from "node:(?:net|tls)"/.test(text)
      );
    });
    expect(opening.filter((file) => !withoutConnecting.includes(file))).toEqual([]);
  });
});

/** Uses the class as a value, and connects nothing. */
const withoutConnecting = ["services/gateway/src/http/app.ts"];
