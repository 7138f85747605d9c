/** Invented values that several examples share, so that they agree. */
export const ids = {
  request: "ver_01k9zc4q2v5n8r7t6y3w1x0b9a",
  otherRequest: "ver_01k9zc7h4m2p9s8q6r5t3v1w0x",
  batch: "bat_01k9zc3m4n5p6q7r8s9t0v1w2x",
  delivery: "whd_01k9zc4tm8a1b2c3d4e5f6g7h8",
  endpoint: "whe_01k9zb5c6d7e8f9g0h1j2k3m4n",
  recovery: "whr_01k9zd0x3y4z5a6b7c8d9e0f1g",
  apiKey: "key_01k9zb2n5p8q1r4s7t0v3w6x9y",
  checkoutKey: "cky_01k9zb3a4b5c6d7e8f9g0h1j2k",
  bankAccount: "acc_01k9zb0m1n2p3q4r5s6t7v8w9x",
  user: "usr_01k9z9x8w7v6t5s4r3q2p1n0m9",
  session: "ses_01k9zb1k2j3h4g5f6e7d8c9b0a",
  deposit: "dep_01k9ze5f6g7h8j9k0m1n2p3q4r",
  event: "evt_01k9ze5f7a8b9c0d1e2f3g4h5j",
  transaction: "ctx_01k9zc4q2y3x4w5v6t7s8r9q0p",
  branch: "brn_01k9zb9q0r1s2t3v4w5x6y7z8a",
  member: "mem_01k9zba1b2c3d4e5f6g7h8j9k0",
  paymentView: "pvw_01k9zbc3d4e5f6g7h8j9k0m1n2",
  reconciliation: "rcn_01k9zbd4e5f6g7h8j9k0m1n2p3",
  telegramChat: "tgc_01k9zb8p9q0r1s2t3v4w5x6y7z",
  memberInvitation: "miv_01k9za7c8d9e0f1g2h3j4k5m6n",
  dayClose: "cls_01k9zbd8e9f0g1h2j3k4m5n6p7",
  till: "til_01k9zb7e8f9g0h1j2k3m4n5p6q",
  audit: "aud_01k9zb2n6c7d8e9f0g1h2j3k4m",
} as const;

export const times = {
  paid: "2026-03-02T08:14:00.000Z",
  asked: "2026-03-02T08:15:30.120Z",
  ended: "2026-03-02T08:15:31.004Z",
  later: "2026-03-02T09:15:30.120Z",
  nextYear: "2027-03-02T08:15:30.120Z",
} as const;

export const publicBase = "https://receipts.example.et";
export const statusUrl = `${publicBase}/api/verify/${ids.request}`;
export const checkoutUrl = "https://pay.example.et/checkout/4fR0x2Vb9KqLm7TzWc3YpN8sHdJ1gAeU";
export const webhookUrl = "https://shop.example.et/webhooks/receipts";
