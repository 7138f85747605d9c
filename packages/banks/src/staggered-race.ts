/** Starts attempts one after another, each with a head start, until one succeeds. */
export interface StaggeredRace<T> {
  /**
   * Starts the next attempt; undefined if there is none or none is allowed. `patienceMs` after it calls `startClock`,
   * it counts as slow and the next one starts in parallel. After a failure, the next one starts at once.
   */
  start(startClock: () => void, signal: AbortSignal): Promise<T> | undefined;
  patienceMs(): number;
}

/** Abort reason of an attempt that another has overtaken. */
export class Overtaken extends Error {
  constructor() {
    super("another attempt was first");
    this.name = new.target.name;
  }
}

/**
 * Returns the first success and aborts all others. Rejects with the first failure if all fail, and with the signal's
 * reason.
 */
export function raceStaggered<T>(race: StaggeredRace<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const running = new Set<AbortController>();
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    let firstFailure: { readonly error: unknown } | undefined;

    const end = (reason: unknown, settle: () => void) => {
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      for (const controller of running) controller.abort(reason);
      settle();
    };
    const stop = () => end(signal.reason, () => reject(signal.reason));

    function startNext(): void {
      clearTimeout(timer);
      const controller = new AbortController();
      const startClock = () => {
        clearTimeout(timer);
        if (!isOver) timer = setTimeout(startNext, race.patienceMs());
      };
      const work = race.start(startClock, controller.signal);
      if (work === undefined) {
        if (running.size === 0) end(undefined, () => reject(firstFailure?.error));
        return;
      }
      running.add(controller);
      work.then(
        (value) => {
          running.delete(controller);
          if (!isOver) end(new Overtaken(), () => resolve(value));
        },
        (error: unknown) => {
          running.delete(controller);
          firstFailure ??= { error };
          if (!isOver) startNext();
        },
      );
    }

    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    else startNext();
  });
}
