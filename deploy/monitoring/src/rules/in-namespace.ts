import { parser } from "@prometheus-io/lezer-promql";

/** Matches every series, also one without the label. The chart puts its release's namespace in its place. */
const anyNamespace = 'namespace=~".*"';

/** Series of other programs, whose label names another namespace. */
const foreign = /^keda_/;

/** Adds the matcher to each selector, so that two installations in one Prometheus can be kept apart. */
export function inNamespace(query: string): string {
  const places: { readonly at: number; readonly text: string }[] = [];
  parser.parse(query).iterate({
    enter: ({ name, node }) => {
      if (name !== "VectorSelector") return;
      const identifier = node.getChild("Identifier");
      if (identifier === null) throw new Error(`a selector without a name: ${query}`);
      if (foreign.test(query.slice(identifier.from, identifier.to))) return;
      const matchers = node.getChild("LabelMatchers");
      if (matchers === null) places.push({ at: identifier.to, text: `{${anyNamespace}}` });
      else places.push({ at: matchers.from + 1, text: `${anyNamespace},` });
    },
  });
  return places
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: added }) => `${text.slice(0, at)}${added}${text.slice(at)}`, query);
}
