import {
  countLines,
  createLog,
  createServiceMetrics,
  type Environment,
  exitWithFault,
  type Log,
  type LogLevel,
  listenHostOf,
  readTogether,
  runService,
  type Service,
  type ServiceMetrics,
  startOperationsServer,
} from "@receipts/service-kit";
import { openTracing, type Tracing } from "@receipts/tracing";
import { type BackingServices, openBackingServices, readBackingConfig } from "./open-backing-services.ts";

export interface ProcessContext extends Pick<BackingServices, "bus" | "openFastStore"> {
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly tracing: Tracing;
}

interface ProcessConfig {
  readonly NODE_ENV: string;
  readonly HOST?: string | undefined;
  readonly LOG_LEVEL: LogLevel;
  readonly SHUTDOWN_TIMEOUT_MS: number;
  readonly SERVICE_VERSION: string;
}

export interface ProcessOptions<Config extends ProcessConfig> {
  readonly name: string;
  readonly env: Environment;
  /** Throws `ConfigurationError`. */
  readonly readConfig: (env: Environment) => Config;
  readonly build: (config: Config, context: ProcessContext) => Promise<Service>;
  /** Port for health and metrics; undefined if the service serves them itself. */
  readonly operationsPort?: (config: Config) => number;
  /** Line printed when the service is ready, for operators and scripts. */
  readonly readyLine?: (service: Service) => string;
}

/**
 * Runs a service as a process: reads settings, opens backing services, builds the service and opens its operations
 * port. On SIGTERM or SIGINT it drains and exits with 0.
 */
export async function runProcess<Config extends ProcessConfig>(
  options: ProcessOptions<Config>,
): Promise<void> {
  try {
    const { config, backing } = readTogether({
      config: () => options.readConfig(options.env),
      backing: () => readBackingConfig(options.env),
    });
    const metrics = createServiceMetrics({ processMetrics: true });
    const log = createLog({ service: options.name, level: config.LOG_LEVEL, onLine: countLines(metrics) });
    const opened = openBackingServices(backing, log);
    const tracing = await openTracing(backing.tracing, {
      name: options.name,
      version: config.SERVICE_VERSION,
    });
    const service = await options.build(config, { ...opened, log, metrics, tracing });
    const closers = new AsyncDisposableStack();
    closers.use(tracing);
    closers.use(opened);
    closers.defer(() => service.close());
    if (options.operationsPort !== undefined && service.health !== undefined) {
      const address = { port: options.operationsPort(config), host: listenHostOf(config) };
      const operations = await startOperationsServer({ ...address, health: service.health, metrics });
      closers.defer(() => operations.close());
    }
    process.stdout.write(`${options.readyLine?.(service) ?? `Ready: ${service.name}`}\n`);
    const whole = { ...service, close: () => closers.disposeAsync() };
    await runService(whole, { log, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS });
    // A kafkajs consumer that is closed during a rebalance reconnects once, which would keep the process alive forever.
    process.exit();
  } catch (error) {
    exitWithFault(error);
  }
}
