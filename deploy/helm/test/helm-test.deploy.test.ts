import { openSystem, type System } from "../../../services/standalone/test/system.ts";
import { buildTools, tryRun } from "./deploy-tools.ts";
import { entriesOf } from "./process-environment.ts";
import { objectsOf, ofKind, renderChart } from "./rendered-chart.ts";

let system: System;

beforeAll(async () => {
  await buildTools(["helm"]);
  system = await openSystem({ verifiers: [] });
});

afterAll(() => system?.stop());

/** Runs the command of Helm's test pod as a local process. */
async function runTestPod(gatewayUrl: string) {
  const [pod] = ofKind(objectsOf(await renderChart("default")), "Pod");
  const [container] = pod?.spec.containers ?? [];
  expect(Object.keys(entriesOf(container.env))).toEqual(["GATEWAY_URL"]);
  return await tryRun(process.execPath, container.args, { env: { GATEWAY_URL: gatewayUrl } });
}

describe("helm test", () => {
  it("passes with a working gateway", async () => {
    expect(await runTestPod(system.url)).toMatchObject({ ok: true });
  });

  it("fails with another server, or none", async () => {
    expect(await runTestPod(system.sandboxUrl)).toMatchObject({ ok: false });
    expect(await runTestPod("http://127.0.0.1:9")).toMatchObject({ ok: false });
  });
});
