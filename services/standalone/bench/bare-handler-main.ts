import express from "express";
import helmet from "helmet";

/**
 * The least that an Express service does for an accept: parse the body, set the headers, respond. It stores nothing.
 */
const accepted = {
  success: true,
  message: "Verification accepted",
  data: [],
  requestId: "ver_01k9z8y7x6w5v4t3s2r1q0p9n8",
  statusUrl: "http://localhost:8080/api/verify/ver_01k9z8y7x6w5v4t3s2r1q0p9n8",
  estimatedWaitMs: 1_500,
  verification: { status: "pending", processingStatus: "queued", verified: false },
  links: {
    statusUrl: "http://localhost:8080/api/verify/ver_01k9z8y7x6w5v4t3s2r1q0p9n8",
    pollAfterMs: 1_500,
    webhookRegistered: false,
  },
};

const app = express();
app.use(helmet(), express.json());
app.post("/api/verify", (_request, response) => {
  response.status(202).json(accepted);
});
const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === "object" ? address?.port : address}\n`);
});
