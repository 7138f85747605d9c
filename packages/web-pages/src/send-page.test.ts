import express from "express";
import supertest from "supertest";
import { packPage, sendPacked, sendPage } from "./send-page.ts";

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

describe("a page of one reader", () => {
  const own = express().get("/", (request, response) => sendPage(request, response, { status: 200, text }));

  // superagent unpacks each of them.
  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["gzip;q=0, br;q=0", undefined],
  ])("is packed for a browser that accepts %s as %s", async (accepted, encoding) => {
    const answer = await supertest(own).get("/").set("accept-encoding", accepted).expect(200);
    expect(answer.text).toBe(text);
    expect(answer.headers["content-encoding"]).toBe(encoding);
  });
});
