import type { Tools } from "@receipts/testing/tools";

export interface Benchmark {
  readonly file: string;
  /** Packages that only this benchmark needs. */
  readonly tools?: Tools;
  readonly flags?: readonly string[];
}

/** Every benchmark, by the name that `npm run bench -- <name>` takes. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  accept: { file: "accept-bench.ts" },
  batch: { file: "batch-bench.ts" },
  cached: { file: "cached-bench.ts" },
  "delivery-log": { file: "delivery-log-bench.ts" },
  fairness: { file: "fairness-bench.ts" },
  files: { file: "files-bench.ts" },
  goals: { file: "goals-bench.ts" },
  growth: { file: "growth-bench.ts" },
  history: { file: "history-bench.ts" },
  "hostile-documents": { file: "hostile-documents-bench.ts" },
  "hostile-text": { file: "../../../packages/banks/bench/hostile-text-bench.ts" },
  "hot-account": { file: "hot-account-bench.ts" },
  idle: { file: "idle-bench.ts" },
  layers: { file: "layers-bench.ts" },
  parsers: { file: "../../../packages/banks/bench/parsers-bench.ts", tools: "parsers" },
  // One thread, as the product reads pictures.
  pictures: { file: "pictures-bench.ts", flags: ["--single-threaded"], tools: "browser" },
  profile: { file: "profile-summary-main.ts" },
  reconciliation: { file: "reconciliation-bench.ts" },
  relays: { file: "../../../packages/banks/bench/relays-bench.ts" },
  scaling: { file: "scaling-bench.ts" },
  "slow-phone": { file: "slow-phone-bench.ts", tools: "browser" },
  till: { file: "till-bench.ts" },
  waiting: { file: "waiting-bench.ts" },
  webhooks: { file: "../../webhook-dispatcher/bench/webhooks-bench.ts" },
  "whole-path": { file: "whole-path-bench.ts" },
};
