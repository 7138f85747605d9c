import type { IsLive } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import type { Log, ServiceMetrics } from "@receipts/service-kit";
import type { SecretBox } from "@receipts/webhooks";
import type { SendTable } from "./downloads/send-table.ts";
import type { GatewayConfig } from "./gateway-config.ts";
import type { ReadInTurn } from "./http/read-in-turn.ts";
import type { SendFile } from "./http/send-file.ts";
import type { RequireSafeWebhookHost } from "./http/webhook-host-guard.ts";
import type { FirstConfirmations } from "./verification/first-confirmation.ts";

/** Dependencies that several areas of the gateway share. */
export interface GatewayParts {
  readonly config: GatewayConfig;
  readonly pool: Pool;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  /** On the shared store; the default window is a minute. */
  readonly limiter: (name: string, points: number, windowSeconds?: number) => RateLimiter;
  readonly secretBox: SecretBox;
  readonly requireSafeWebhookHost: RequireSafeWebhookHost;
  readonly isLive: IsLive;
  readonly firstConfirmationsOf: FirstConfirmations;
  readonly readInTurn: ReadInTurn;
  /** Banks that are asked in the sandbox. */
  readonly sandboxed: readonly BankCode[];
  readonly sendFile: SendFile;
  readonly sendTable: SendTable;
  /** Aborted when the process drains. */
  readonly draining: AbortSignal;
}
