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
  it("offer the sandbox's numbers where it answers for the banks", async () => {
    const examples = await examplesOf(true);
    expect(examples.filter(({ sandbox }) => sandbox.length === 0)).toEqual([]);
  });

  it("offer none where real banks are asked, and a request of every bank all the same", async () => {
    const examples = await examplesOf(false);
    expect(examples.length).toBeGreaterThan(0);
    for (const { request, sandbox } of examples) {
      expect(sandbox).toEqual([]);
      expect(request.body.reference).not.toBe("");
    }
  });
});
