/** Things that are tried one after another, each for a while alone, until one of them succeeds. */
export interface StaggeredRace<T> {
  /**
   * Starts the next one; undefined when there is none, or none may be started. From `startClock` on it is slow after
   * `patienceMs`, and the next one is started beside it. One that fails is followed at once.
   */
  start(startClock: () => void, signal: AbortSignal): Promise<T> | undefined;
  patienceMs(): number;
}

/** Why one that another has overtaken was aborted. */
export class Overtaken extends Error {
  constructor() {
    super("another one was first");
    this.name = new.target.name;
  }
}

/**
 * The first success; all others are aborted then. Rejects with the first failure when all have failed, and with the
 * signal's reason.
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
