import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { until } from "./until.ts";

const program = "redis-server"; // from the system's packages

/** A Redis for one test, which can be killed and frozen. It stores nothing on disk. */
export interface TestRedis extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Ends the process without a shutdown, as a crash does: its clients' connections break. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  /** Stops it from responding but keeps its connections, as a host that hangs does. */
  freeze(): void;
  thaw(): void;
  /** Sends a command and returns the raw response of the protocol. */
  send(command: string): Promise<string>;
}

export interface TestRedisOptions {
  /** Further arguments of the command line. */
  readonly args?: readonly string[];
  /** A sentinel needs a configuration file, and writes to it. */
  readonly configFile?: string;
  readonly started?: boolean;
}

export async function createTestRedis({
  args = [],
  configFile,
  started = true,
}: TestRedisOptions = {}): Promise<TestRedis> {
  const port = await freePort();
  // A replica writes what it receives to a file for a moment.
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", tmpdir()];
  const settings = [...place, "--save", "", ...args];
  const commandLine = configFile === undefined ? settings : [configFile, ...settings];
  let server: ChildProcess | undefined;
  /** Stops the server of a test that failed before disposing of it. */
  const killLeftOver = () => server?.kill("SIGKILL");

  async function start(): Promise<void> {
    const child = spawn(program, commandLine, { stdio: "ignore" });
    await once(child, "spawn"); // rejects if the program is not installed
    server = child;
    process.once("exit", killLeftOver);
    await until(() => child.exitCode !== null || isResponding(port), { what: "redis-server" });
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
  }

  async function kill(): Promise<void> {
    if (server === undefined) return;
    process.off("exit", killLeftOver);
    const exited = once(server, "exit");
    server.kill("SIGKILL");
    server = undefined;
    await exited;
  }

  if (started) await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void server?.kill("SIGSTOP"),
    thaw: () => void server?.kill("SIGCONT"),
    send: (command) => send(port, command),
    [Symbol.asyncDispose]: kill,
  };
}

async function isResponding(port: number): Promise<boolean | undefined> {
  const response = await send(port, "PING").catch(() => "");
  return /^(?:\+PONG|-NOAUTH)/.test(response) || undefined;
}

async function send(port: number, command: string): Promise<string> {
  const socket = createConnection({ port, host: "127.0.0.1" });
  socket.end(`${command}\r\n`); // sentinels know no QUIT; after a half-close the server responds and closes
  return await text(socket);
}

/**
 * Returns a port that was free a moment ago. It is below the range that the system uses for outgoing connections: one
 * of those would often be taken again before the caller listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await canListen(port)) return port;
  }
}

/** Listens on every address, as the services do. */
async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once("listening", () => resolve(true)).once("error", () => resolve(false));
    server.listen(port);
  });
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}
