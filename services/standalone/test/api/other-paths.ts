const ID = /^[a-z]{3}_[0-9a-z]{26}$/;

/** What stands in a path of a call where the contract's path has `{…}`, by its place. */
function parametersOf(contractPath: string, path: string): readonly { place: number; value: string }[] {
  const values = path.split("/");
  return contractPath
    .split("/")
    .flatMap((part, place) => (part.startsWith("{") ? [{ place, value: values[place] ?? "" }] : []));
}

/** The path of a good call with each of its parameters in turn as told, and then with all of them. */
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

/** With ids that nobody has, and names that there are not. */
export function unknownPaths(contractPath: string, path: string): readonly string[] {
  return withEach(contractPath, path, (value) =>
    ID.test(value) ? `${value.slice(0, 4)}${"0".repeat(26)}` : "nothing",
  );
}

/** With ids of another account; none where the parameter is no id. */
export function foreignPaths(contractPath: string, path: string, theirs: string): readonly string[] {
  const hasIds = parametersOf(contractPath, path).every(({ value }) => ID.test(value));
  return hasIds ? withEach(contractPath, path, (_value, place) => theirs.split("/")[place] ?? "") : [];
}

/** With what is no id at all. */
export function malformedPaths(contractPath: string, path: string): readonly string[] {
  const malformed = [() => "nonsense", (value: string) => `${value}0`, () => "%00", () => "x".repeat(300)];
  return malformed.flatMap((change) => withEach(contractPath, path, change));
}
