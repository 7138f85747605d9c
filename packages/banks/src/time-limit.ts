/** A signal that ends with another one or after a time, whichever comes first. */
export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
  /** Whether it was the time that ended it. */
  hasPassed(): boolean;
}

/**
 * To be disposed of when the work is over: what `AbortSignal.any` and `AbortSignal.timeout` leave behind goes on counting long
 * after the call that it was for, which at hundreds of calls a second is a tenth of a process.
 */
export function limitTime(parent: AbortSignal, ms: number): TimeLimit {
  const controller = new AbortController();
  let passed = false;
  const end = () => controller.abort(parent.reason);
  const timer = setTimeout(() => {
    passed = true;
    controller.abort(new DOMException("the time is over", "TimeoutError"));
  }, ms);
  if (parent.aborted) end();
  else parent.addEventListener("abort", end, { once: true });
  return {
    signal: controller.signal,
    hasPassed: () => passed,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      parent.removeEventListener("abort", end);
    },
  };
}
