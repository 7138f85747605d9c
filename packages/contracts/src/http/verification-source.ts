import { z } from "zod";

export const verificationSourceSchema = z.enum(["api", "checkout"]).meta({
  id: "VerificationSource",
  description:
    "`api`: your own request. `checkout`: a payer's receipt for a deposit, and the deposit decides.",
});
