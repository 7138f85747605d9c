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

/** The command of the pod that `helm test` runs, as a process on this machine. */
async function runTestPod(gatewayUrl: string) {
  const [pod] = ofKind(objectsOf(await renderChart("default")), "Pod");
  const [container] = pod?.spec.containers ?? [];
  expect(Object.keys(entriesOf(container.env))).toEqual(["GATEWAY_URL"]);
  return await tryRun(process.execPath, container.args, { env: { GATEWAY_URL: gatewayUrl } });
}

describe("helm test", () => {
  it("passes at a gateway that works", async () => {
    expect(await runTestPod(system.url)).toMatchObject({ ok: true });
  });

  it("fails where something else answers, or nobody does", async () => {
    expect(await runTestPod(system.sandboxUrl)).toMatchObject({ ok: false });
    expect(await runTestPod("http://127.0.0.1:9")).toMatchObject({ ok: false });
  });
});
