import type { BankExample } from "@receipts/contracts";
import express from "express";
import supertest from "supertest";
import { exampleRoutes } from "./example-routes.ts";

async function examplesOf(hasSandbox: boolean): Promise<readonly BankExample[]> {
  const [route] = exampleRoutes({ publicBaseUrl: "https://receipts.example.et", hasSandbox });
  const app = express().get("/", (request, response) => route?.handler(request, response));
  const { body } = await supertest(app).get("/").expect(200);
  return body.data;
}

describe("the examples", () => {
  it("contain sandbox numbers when the sandbox is used", async () => {
    const examples = await examplesOf(true);
    expect(examples.filter(({ sandbox }) => sandbox.length === 0)).toEqual([]);
  });

  it("contain a request for every bank, but no sandbox numbers, for real banks", async () => {
    const examples = await examplesOf(false);
    expect(examples.length).toBeGreaterThan(0);
    for (const { request, sandbox } of examples) {
      expect(sandbox).toEqual([]);
      expect(request.body.reference).not.toBe("");
    }
  });
});
