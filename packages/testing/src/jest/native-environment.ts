import type { JestEnvironmentConfig } from "@jest/environment";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";

/** jest-circus keeps the event handlers and tests of a file here; without a reset the next file would inherit them. */
const CIRCUS_STATE = new Set(["EVENT_HANDLERS", "JEST_STATE_SYMBOL"]);

/** Jest's environment without a sandbox: test files share the globals of their worker. */
class NativeEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimersModern: ModernFakeTimers;
  readonly #console = globalThis.console;
  readonly #process = { exit: process.exit, exitCode: process.exitCode };
  readonly #env = { ...process.env };

  constructor({ projectConfig }: JestEnvironmentConfig) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (CIRCUS_STATE.has(symbol.description ?? "")) Reflect.deleteProperty(globalThis, symbol);
    }
  }

  async setup(): Promise<void> {}

  /** Undoes the changes of a file for the next one, and for Jest itself, which may run in the same process. */
  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    globalThis.console = this.#console;
    Object.assign(process, this.#process);
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#env)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, this.#env);
  }

  getVmContext(): null {
    return null;
  }
}

export default NativeEnvironment;
