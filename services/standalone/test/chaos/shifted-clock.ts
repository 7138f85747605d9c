/**
 * Preloaded module (`--import`) that shifts a process's clock by `CLOCK_SHIFT_MS`. Durations use the monotonic clock
 * and stay right, as on a machine with a wrong time.
 */
const shiftMs = Number(process.env["CLOCK_SHIFT_MS"]);
if (!Number.isFinite(shiftMs)) throw new Error("CLOCK_SHIFT_MS is not set");

const RealDate = Date;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  get: (target, property) => (property === "now" ? now : Reflect.get(target, property)),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
});
