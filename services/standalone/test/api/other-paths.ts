const ID = /^[a-z]{3}_[0-9a-z]{26}$/;

/** Returns the values of a path where the contract's path has `{…}`, with their positions. */
function parametersOf(contractPath: string, path: string): readonly { place: number; value: string }[] {
  const values = path.split("/");
  return contractPath
    .split("/")
    .flatMap((part, place) => (part.startsWith("{") ? [{ place, value: values[place] ?? "" }] : []));
}

/** Returns a valid path with each parameter changed in turn, and then with all of them changed. */
function withEach(
  contractPath: string,
  path: string,
  change: (value: string, place: number) => string,
): readonly string[] {
  const parameters = parametersOf(contractPath, path);
  const changed = (places: readonly number[]) =>
    path
      .split("/")
      .map((value, place) => (places.includes(place) ? change(value, place) : value))
      .join("/");
  const each = parameters.map(({ place }) => changed([place]));
  return parameters.length > 1 ? [...each, changed(parameters.map(({ place }) => place))] : each;
}

/** Returns paths with unknown ids and names. */
export function unknownPaths(contractPath: string, path: string): readonly string[] {
  return withEach(contractPath, path, (value) =>
    ID.test(value) ? `${value.slice(0, 4)}${"0".repeat(26)}` : "nothing",
  );
}

/** Returns paths with ids of another account; none if a parameter is not an id. */
export function foreignPaths(contractPath: string, path: string, theirs: string): readonly string[] {
  const hasIds = parametersOf(contractPath, path).every(({ value }) => ID.test(value));
  return hasIds ? withEach(contractPath, path, (_value, place) => theirs.split("/")[place] ?? "") : [];
}

/** Returns paths with malformed ids. */
export function malformedPaths(contractPath: string, path: string): readonly string[] {
  const malformed = [() => "nonsense", (value: string) => `${value}0`, () => "%00", () => "x".repeat(300)];
  return malformed.flatMap((change) => withEach(contractPath, path, change));
}
