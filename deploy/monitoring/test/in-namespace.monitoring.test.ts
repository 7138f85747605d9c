import { inNamespace } from "../src/rules/in-namespace.ts";

describe("a rule of an installation", () => {
  it.each([
    ["up", 'up{namespace=~".*"}'],
    ["max by (bank) (bank_up) == 0", 'max by (bank) (bank_up{namespace=~".*"}) == 0'],
    [
      'sum(rate(a_total{kind="x"}[5m])) / sum(rate(b_total[5m]))',
      'sum(rate(a_total{namespace=~".*",kind="x"}[5m])) / sum(rate(b_total{namespace=~".*"}[5m]))',
    ],
    [
      'absent(rv_build_info{component="gateway"})',
      'absent(rv_build_info{namespace=~".*",component="gateway"})',
    ],
    ["slo:events:rate1h > 1", 'slo:events:rate1h{namespace=~".*"} > 1'],
    ["vector(1)", "vector(1)"],
    [
      "increase(keda_scaler_detail_errors_total[5m]) > 0",
      "increase(keda_scaler_detail_errors_total[5m]) > 0",
    ],
  ])("reads no series of another: %s", (query, expected) => {
    expect(inNamespace(query)).toBe(expected);
  });
});
