import { buildTools } from "./deploy-tools.ts";
import { tryToRender } from "./rendered-chart.ts";
import { contradictions, unlikeSchema } from "./wrong-values.ts";

beforeAll(() => buildTools(["helm"]));

describe("the chart rejects with a reason:", () => {
  it.each([...unlikeSchema, ...contradictions])("%s", async (_what, values, message) => {
    const { ok, output } = await tryToRender(values.flatMap((value) => ["--set", value]));
    expect(output.replaceAll("/", ".")).toMatch(message);
    expect(ok).toBe(false);
  });
});
