import { mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createTestDatabase } from "@receipts/testing";
import { startStandalone } from "../process/standalone-process.ts";

const SERVICES = fileURLToPath(new URL("../../../../services", import.meta.url));

/** The service as a reader starts it, with the folder in which the commands of the pages run. */
export interface DocumentedService {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Returns its output so far. */
  readonly output: () => string;
  /** Replaces the addresses of the pages by those of this process, and back. */
  readonly toHere: (text: string) => string;
  readonly toPage: (text: string) => string;
  close(): Promise<void>;
}

export interface StartedService {
  /** Returns its output so far. */
  readonly output: () => string;
  end(signal: NodeJS.Signals): Promise<unknown>;
}

export async function startDocumentedService(
  start: (env: Readonly<Record<string, string>>) => Promise<StartedService> = startStandalone,
): Promise<DocumentedService> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "receipts-pages-"));
  const database = await createTestDatabase();
  const [port, sandboxPort, receiverPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const started = await start({
    DATA_DIR: path.join(folder, ".data"),
    DATABASE_URL: database.url,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    LOG_LEVEL: "error",
  });
  // The pages name the examples by their path in the repository.
  await symlink(SERVICES, path.join(folder, "services"));
  // Packages that readers install.
  await symlink(path.join(SERVICES, "../node_modules"), path.join(folder, "node_modules"));
  const addresses = [
    ["localhost:8080", `localhost:${port}`],
    ["127.0.0.1:8090", `127.0.0.1:${sandboxPort}`],
    ["127.0.0.1:3000", `127.0.0.1:${receiverPort}`],
    ["localhost:3000", `localhost:${receiverPort}`],
  ] as const;
  return {
    folder,
    // Port of the receivers, and the API that the shop calls.
    env: {
      PORT: String(receiverPort),
      API_URL: `http://localhost:${port}`,
    },
    output: started.output,
    toHere: (text) => addresses.reduce((all, [page, here]) => all.replaceAll(page, here), text),
    toPage: (text) => addresses.reduce((all, [page, here]) => all.replaceAll(here, page), text),
    close: async () => {
      await started.end("SIGTERM");
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Below the ephemeral ports, so that no outgoing connection takes it before it is used. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
