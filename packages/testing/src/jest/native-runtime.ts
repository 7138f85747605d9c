import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Config } from "@jest/types";
import type NativeEnvironment from "./native-environment.ts";

const require = createRequire(import.meta.url);

/**
 * Loads test files with Node.js's own module loader; Jest's evaluates every module again for each test file. A worker
 * loads the product once, and its code stays compiled and optimized from file to file.
 */
class NativeRuntime {
  readonly #environment: NativeEnvironment;

  constructor(
    _config: Config.ProjectConfig,
    environment: NativeEnvironment,
    _resolver: unknown,
    _transformer: unknown,
    _cache: unknown,
    _coverage: unknown,
    _testPath: string,
    globalConfig: Config.GlobalConfig,
  ) {
    if (globalConfig.watch || globalConfig.watchAll || globalConfig.collectCoverage) {
      throw new Error("modules are loaded once: --watch and --coverage are not supported");
    }
    this.#environment = environment;
  }

  /** Loads jest-circus's adapter fresh for each file: it holds the file's tests. */
  requireInternalModule(path: string): unknown {
    Reflect.deleteProperty(require.cache, path);
    return require(path);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  async unstable_importModule(path: string): Promise<unknown> {
    return await import(pathToFileURL(path).href);
  }

  setGlobalsForRuntime(): void {
    const { moduleMocker, fakeTimersModern: timers } = this.#environment;
    Object.assign(globalThis, {
      jest: {
        fn: moduleMocker.fn.bind(moduleMocker),
        spyOn: moduleMocker.spyOn.bind(moduleMocker),
        useFakeTimers: timers.useFakeTimers.bind(timers),
        useRealTimers: () => timers.useRealTimers(),
        advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
        advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
        runAllTimers: () => timers.runAllTimers(),
      },
    });
  }

  enterTestCode(): void {}
  leaveTestCode(): void {}
  teardown(): void {}
  getAllCoverageInfoCopy(): undefined {}
  getSourceMaps(): null {
    return null;
  }
}

export default NativeRuntime;
