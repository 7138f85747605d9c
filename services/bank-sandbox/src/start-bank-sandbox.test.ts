import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { startBankSandbox } from "./start-bank-sandbox.ts";

describe("a running bank sandbox", () => {
  it("closes at once, including keep-alive connections", async () => {
    const sandbox = await startBankSandbox({ port: 0 });
    const agent = new Agent({ keepAlive: true });
    const [response] = await once(get(sandbox.url, { agent }), "response");
    response.resume();
    await once(response, "end");
    await Promise.all([sandbox.close(), sandbox.close()]);
    agent.destroy();
    await expect(fetch(sandbox.url)).rejects.toThrow();
  });

  it("reports that its port is in use", async () => {
    const sandbox = await startBankSandbox({ port: 0 });
    await expect(startBankSandbox({ port: sandbox.port })).rejects.toThrow("EADDRINUSE");
    await sandbox.close();
  });
});

describe("the bank-sandbox process", () => {
  const start = (env: Record<string, string>) =>
    spawn(process.execPath, ["--conditions=source", join(import.meta.dirname, "main.ts")], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });

  it.each(["SIGTERM", "SIGINT"] as const)("prints one line and ends with 0 on %s", async (signal) => {
    const child = start({ SANDBOX_PORT: "0" });
    const [line] = await once(child.stdout, "data");
    expect(String(line)).toMatch(/^Bank sandbox: http:\/\/127\.0\.0\.1:\d+\n$/);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("does not start with an invalid setting", async () => {
    const child = start({ SANDBOX_PORT: "here" });
    const [message] = await once(child.stderr, "data");
    expect(String(message)).toContain("SANDBOX_PORT");
    expect(await once(child, "exit")).toEqual([1, null]);
  });
});
