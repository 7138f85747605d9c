type Variables = Readonly<Record<string, string | undefined>>;

/** Inherited by processes under test: where programs are, and what the run before has compiled. */
const INHERITED = ["PATH", "NODE_COMPILE_CACHE"];

/** Returns the whole environment of a process under test; `undefined` takes away what it would inherit. */
export function childEnvironment(env: Variables): Record<string, string> {
  const inherited: Variables = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const entries = Object.entries({ ...inherited, ...env });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
