import type { JestEnvironmentConfig } from "@jest/environment";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";

/** jest-circus keeps its event handlers here, and would add to those of the file before. */
const EVENT_HANDLERS = Symbol.for("EVENT_HANDLERS");

/** Jest's environment without a sandbox: test files share the globals of their worker. */
class NativeEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimersModern: ModernFakeTimers;
  readonly #exit = process.exit;

  constructor({ projectConfig }: JestEnvironmentConfig) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    Reflect.deleteProperty(globalThis, EVENT_HANDLERS);
  }

  async setup(): Promise<void> {}

  /** What a file has replaced must not reach the next one. */
  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    process.exit = this.#exit;
  }

  getVmContext(): null {
    return null;
  }
}

export default NativeEnvironment;
