import { parser } from "@prometheus-io/lezer-promql";

/** Names of the series that a query reads. Throws if it is not PromQL. */
export function metricsIn(query: string): string[] {
  const names: string[] = [];
  parser.parse(query).iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${query}`);
      if (node.name === "Identifier" && node.node.parent?.name === "VectorSelector")
        names.push(query.slice(node.from, node.to));
    },
  });
  return names;
}

/** Fills in the variables, as Grafana does for any range. */
export function filledIn(query: string, variables: Readonly<Record<string, string>>): string {
  return query.replaceAll(/\$\{?(\w+)\}?/g, (whole, name: string) => variables[name] ?? whole);
}
