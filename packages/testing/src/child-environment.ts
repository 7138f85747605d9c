type Variables = Readonly<Record<string, string | undefined>>;

/** Processes under test inherit the program path and the compile cache of earlier runs. */
const INHERITED = ["PATH", "NODE_COMPILE_CACHE"];

/** Returns the whole environment of a process under test; `undefined` removes an inherited variable. */
export function childEnvironment(env: Variables): Record<string, string> {
  const inherited: Variables = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const entries = Object.entries({ ...inherited, ...env });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
