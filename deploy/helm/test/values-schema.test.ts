import { Ajv } from "ajv";
import { readChartValues, type Values } from "../tools/chart-values.ts";
import { valuesSchema } from "../tools/values-schema.ts";
import { unlikeSchema } from "./wrong-values.ts";

const validate = new Ajv({ strict: false, allErrors: true }).compile(valuesSchema());

type Changed = Record<string, unknown>;

/** Sets a value as `helm --set` does. */
function set(values: Changed, argument: string): void {
  const [, place = "", text = ""] = /^([^=]*)=(.*)$/.exec(argument) ?? [];
  const names = place.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
  const last = names.pop() ?? "";
  let within = values;
  for (const name of names) {
    within[name] ??= {};
    within = within[name] as Changed;
  }
  if (text === "null") Reflect.deleteProperty(within, last);
  else within[last] = /^(?:true|false|\d+)$/.test(text) ? JSON.parse(text) : text;
}

/** The full test renders the chart by Helm (`npm run test:deploy`); it uses the same schema. */
describe("the schema of the chart's values rejects", () => {
  it.each(unlikeSchema)("%s", (_what, changes, message) => {
    const values: Values & Changed = structuredClone(readChartValues());
    for (const change of changes) set(values, change);
    expect(validate(values)).toBe(false);
    const faults = (validate.errors ?? []).map(
      (fault) => `${fault.instancePath} ${fault.message} ${JSON.stringify(fault.params)}`,
    );
    expect(faults.join("\n").replaceAll("/", ".")).toMatch(message);
  });
});
