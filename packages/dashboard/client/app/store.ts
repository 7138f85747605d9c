/** A value that is watched: what is drawn from it is drawn anew when it has changed. */
export interface Store<T> {
  get(): T;
  change(patch: Partial<T> | ((now: T) => Partial<T>)): void;
}

export function createStore<T extends object>(start: T, changed: () => void): Store<T> {
  let value = start;
  return {
    get: () => value,
    change: (patch) => {
      value = { ...value, ...(typeof patch === "function" ? patch(value) : patch) };
      changed();
    },
  };
}
