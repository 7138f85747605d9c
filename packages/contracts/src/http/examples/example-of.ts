import { z } from "zod";

/**
 * An example of a schema, made of the examples of its fields. Without one of its own, a field is absent if it can be. Else
 * it is null if it can be and what it holds has no example. Any other shows the least that it accepts.
 */
export function exampleOf(schema: z.ZodType): unknown {
  const own = schema.meta()?.["examples"];
  if (Array.isArray(own)) return own[0];
  if (schema instanceof z.ZodObject) return exampleOfObject(schema);
  if (schema instanceof z.ZodArray) return [exampleOf(asSchema(schema.element))];
  if (schema instanceof z.ZodUnion) return exampleOf(asSchema(schema.options[0]));
  if (schema instanceof z.ZodPipe)
    return exampleOf(asSchema(schema.in instanceof z.ZodTransform ? schema.out : schema.in));
  if (schema instanceof z.ZodDefault) return schema.def.defaultValue;
  return leastOf(schema);
}

function exampleOfObject({ shape }: z.ZodObject): object {
  const fields = Object.entries(shape).map(([name, field]) => [name, exampleOf(asSchema(field))] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function leastOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) {
    const inner = asSchema(schema.unwrap());
    return inner.meta()?.["examples"] === undefined ? undefined : exampleOf(inner);
  }
  if (schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodNullable)
    return hasExample(asSchema(schema.unwrap())) ? exampleOf(asSchema(schema.unwrap())) : null;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodNumber) return schema.minValue ?? 0;
  if (schema instanceof z.ZodString) return "…";
  if (schema instanceof z.ZodRecord) return {};
  return undefined;
}

const hasExample = (schema: z.ZodType) =>
  schema instanceof z.ZodObject || schema.meta()?.["examples"] !== undefined;

/** zod's types of parts are wider. */
const asSchema = (part: unknown) => part as z.ZodType;
