import express from "express";
import supertest from "supertest";
import { createClientFolder } from "./client-folder.ts";

const script = { file: "main.js", contentType: "text/javascript", bytes: Buffer.from("run()") };

describe("a folder of a client", () => {
  it("has addresses once it is ready, and serves its files before that too", async () => {
    const folder = createClientFolder("/page/assets", async () => [script]);
    expect(() => folder.pathOf("main.js")).toThrow("/page/assets is not read yet");
    const app = express().get("/page/assets/:hash/*file", folder.send);
    await supertest(app).get("/page/assets/old/main.js").expect(200);
    await folder.ready();
    const { headers, text } = await supertest(app).get(folder.pathOf("main.js")).expect(200);
    expect(headers["cache-control"]).toContain("immutable");
    expect(text).toBe("run()");
  });

  it("reads its files once, and again after a failure", async () => {
    let readings = 0;
    const folder = createClientFolder("/page/assets", async () => {
      readings += 1;
      if (readings === 1) throw new Error("the disk is away");
      return [script];
    });
    await expect(folder.ready()).rejects.toThrow("the disk is away");
    await Promise.all([folder.ready(), folder.ready()]);
    expect(readings).toBe(2);
  });
});
