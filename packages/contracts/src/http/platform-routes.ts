import { z } from "zod";
import { noStore, textField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

const dependencySchema = z
  .object({
    state: z
      .enum(["up", "down"])
      .meta({ id: "DependencyState", description: "Whether the last check of the dependency succeeded." }),
    detail: z
      .string()
      .optional()
      .meta({
        description: "Why the check failed. Absent while it succeeds.",
        examples: ["connect ECONNREFUSED"],
      }),
  })
  .meta({ id: "DependencyHealth", description: "State of one service that this process depends on." });
const healthSchema = z
  .object({
    status: z.enum(["live", "ready", "not_ready"]).meta({
      id: "HealthStatus",
      description:
        "`live`: the process runs. `ready`: it takes requests. `not_ready`: send requests elsewhere.",
    }),
    dependencies: z.record(z.string(), dependencySchema).optional().meta({
      description: "State of each dependency by name, such as `postgresql`. Only in the readiness check.",
    }),
  })
  .meta({ id: "Health", description: "State of one process of the service." });

export const openApiSchema = z
  .looseObject({
    openapi: textField("Version of the OpenAPI standard.", "3.1.1"),
  })
  .meta({ id: "OpenApiDocument", description: "An OpenAPI document, as generators read it." });

export const platformRoutes = {
  getLiveness: {
    method: "get",
    path: "/health/live",
    summary: "Check that the process runs",
    access: "public",
    responses: { 200: { description: "The process runs.", schema: healthSchema } },
  },
  getReadiness: {
    method: "get",
    path: "/health/ready",
    summary: "Check that the process can take requests",
    access: "public",
    responses: {
      200: { description: "Ready to take requests.", schema: healthSchema, headers: noStore },
      503: {
        description: "Draining, or without PostgreSQL for too long.",
        schema: healthSchema,
        headers: noStore,
      },
    },
  },
  getPrometheusMetrics: {
    method: "get",
    path: "/metrics",
    summary: "Get metrics for Prometheus",
    access: "public",
    responses: {
      200: {
        description: "The metrics of this process.",
        contentType: "text/plain",
        schema: textField("Prometheus text exposition format."),
      },
    },
  },
  getOpenApi: {
    method: "get",
    path: "/openapi.json",
    summary: "Get this document",
    tag: "Documentation",
    access: "public",
    responses: {
      200: { description: "The OpenAPI 3.1 document.", schema: openApiSchema },
      304: { description: "The document is the one that `If-None-Match` names." },
    },
  },
} as const satisfies Record<string, RouteContract>;
