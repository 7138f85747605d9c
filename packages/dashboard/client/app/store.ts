/** Holds a value and notifies its owner of each change. */
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
