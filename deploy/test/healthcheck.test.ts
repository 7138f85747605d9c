import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { sandboxSettings } from "@receipts/bank-sandbox";
import { gatewaySettings } from "@receipts/gateway";
import { verifierSettings } from "@receipts/verifier";
import { dispatcherSettings } from "@receipts/webhook-dispatcher";
import { readText, root } from "./repository.ts";

const program = "deploy/docker/healthcheck.mjs";

async function check(
  service: string,
  settings: Readonly<Record<string, string>>,
  question: readonly string[] = [],
): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [path.join(root, program), ...question], {
    env: { SERVICE: service, ...settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const [code] = await once(child, "close");
  return { code, output };
}

describe("the health check of an image", () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.writeHead(request.url === "/health/ready" ? 503 : 200).end();
  });
  let port = "";
  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    port = String((server.address() as AddressInfo).port);
  });
  afterAll(() => once(server.close(), "close"));

  it.each([
    ["gateway", "PORT", "/health/live"],
    ["verifier", "METRICS_PORT", "/health/live"],
    ["webhook-dispatcher", "METRICS_PORT", "/health/live"],
    ["bank-sandbox", "SANDBOX_PORT", "/"],
  ])("queries the %s at the port in %s", async (service, setting, url) => {
    expect(await check(service, { [setting]: port })).toEqual({ code: 0, output: "" });
    expect(requests.at(-1)).toBe(url);
  });

  it("distinguishes live from ready, and prints the status", async () => {
    expect(await check("verifier", { METRICS_PORT: port }, ["live"])).toEqual({ code: 0, output: "" });
    expect(await check("verifier", { METRICS_PORT: port }, ["ready"])).toEqual({
      code: 1,
      output: "/health/ready: 503\n",
    });
  });

  it("fails without a server, and for an unknown service", async () => {
    expect(await check("gateway", { PORT: "1" })).toEqual({
      code: 1,
      output: expect.stringContaining("ECONNREFUSED"),
    });
    expect(await check("nonesuch", {})).toEqual({
      code: 1,
      output: "SERVICE: unknown service nonesuch\n",
    });
  });

  it("has the services' default ports", () => {
    const defaultOf = (schema: { parse(value: undefined): unknown }) => Number(schema.parse(undefined));
    const line = (service: string, setting: string, value: number) =>
      `${service}: { setting: "${setting}", port: ${value.toLocaleString("en").replace(",", "_")} }`;
    const text = readText(program);
    expect(text).toContain(line("gateway", "PORT", defaultOf(gatewaySettings.PORT)));
    expect(text).toContain(line("verifier", "METRICS_PORT", defaultOf(verifierSettings.METRICS_PORT)));
    expect(text).toContain(
      line('"webhook-dispatcher"', "METRICS_PORT", defaultOf(dispatcherSettings.METRICS_PORT)),
    );
    expect(text).toContain(line('"bank-sandbox"', "SANDBOX_PORT", defaultOf(sandboxSettings.SANDBOX_PORT)));
  });
});
