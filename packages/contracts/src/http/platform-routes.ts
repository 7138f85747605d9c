import { z } from "zod";
import type { RouteContract } from "./route-contract.ts";

const dependencyState = z.object({ state: z.enum(["up", "down"]), detail: z.string().optional() });
const healthSchema = z.object({
  status: z.enum(["live", "ready", "not_ready"]),
  dependencies: z.record(z.string(), dependencyState).optional(),
});

export const platformRoutes = {
  getLiveness: {
    method: "get",
    path: "/health/live",
    summary: "The process runs",
    access: "public",
    responses: { 200: { description: "It does", schema: healthSchema } },
  },
  getReadiness: {
    method: "get",
    path: "/health/ready",
    summary: "The process can take requests",
    access: "public",
    responses: {
      200: { description: "Ready", schema: healthSchema, headers: { "Cache-Control": "no-store" } },
      503: {
        description: "Draining, or without PostgreSQL for too long",
        schema: healthSchema,
        headers: { "Cache-Control": "no-store" },
      },
    },
  },
  getPrometheusMetrics: {
    method: "get",
    path: "/metrics",
    summary: "Metrics for Prometheus",
    access: "public",
    responses: {
      200: { description: "Text exposition format", contentType: "text/plain", schema: z.string() },
    },
  },
  getOpenApi: {
    method: "get",
    path: "/openapi.json",
    summary: "This document",
    tag: "Documentation",
    access: "public",
    responses: { 200: { description: "OpenAPI 3.1", schema: z.looseObject({ openapi: z.string() }) } },
  },
} as const satisfies Record<string, RouteContract>;
