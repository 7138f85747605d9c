import express from "express";
import supertest from "supertest";
import { packPage, sendPacked } from "./send-page.ts";

const text = "<!doctype html><p>ሰላም</p>".repeat(100);
const kept = packPage(text);
const app = express().get("/", async (request, response) => {
  sendPacked(request, response, { status: 200, page: await kept });
});

describe("a packed page", () => {
  it.each(["gzip", "identity"])("is readable by a browser that accepts %s", async (encoding) => {
    const answer = await supertest(app).get("/").set("accept-encoding", encoding).expect(200);
    expect(answer.text).toBe(text);
    expect(answer.headers["content-encoding"]).toBe(encoding === "gzip" ? "gzip" : undefined);
    expect(answer.headers["vary"]).toBe("Accept-Encoding");
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("has an entity tag of its text", async () => {
    expect((await packPage(text)).entityTag).toBe((await kept).entityTag);
    expect((await packPage(`${text} `)).entityTag).not.toBe((await kept).entityTag);
  });
});
