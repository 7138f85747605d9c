import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parse } from "yaml";
import type { ChaosProcess } from "./chaos-process.ts";
import { repository } from "./chaos-stack.ts";

/** How the chart ends a pod. */
interface PodEnd {
  /** The sleep of `preStop`, in which balancers learn that the pod is ending. */
  readonly preStopMs: number;
  readonly shutdownTimeoutMs: number;
  /** `terminationGracePeriodSeconds`, counted from before the sleep. */
  readonly graceMs: number;
}

/** Returns the chart's defaults for a component. */
export function podEndOf(part: "gateway" | "verifier" | "dispatcher"): PodEnd {
  const values = parse(readFileSync(path.join(repository, "deploy/helm/receipts/values.yaml"), "utf8"));
  const preStopMs = values[part].preStopSeconds * 1_000;
  const shutdownTimeoutMs = values.settings.SHUTDOWN_TIMEOUT_MS;
  return {
    preStopMs,
    shutdownTimeoutMs,
    graceMs: preStopMs + shutdownTimeoutMs + values.pod.graceMarginSeconds * 1_000,
  };
}

/**
 * Ends a process as the kubelet does: sleep, SIGTERM, then SIGKILL after the grace period. Returns the exit code, null
 * after SIGKILL.
 */
export async function endPod(process: ChaosProcess, end: PodEnd): Promise<number | null> {
  const grace = new AbortController();
  const killed = delay(end.graceMs, undefined, { signal: grace.signal }).then(
    () => process.signal("SIGKILL"),
    () => undefined,
  );
  await delay(end.preStopMs);
  const exitCode = await process.end("SIGTERM");
  grace.abort();
  await killed;
  return exitCode;
}
