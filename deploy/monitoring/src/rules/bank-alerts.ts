import type { CauseAlert } from "./alert.ts";
import { hours, minutes } from "./time-scale.ts";

/** Half-open counts too: a bank that is down is probed all the time. */
const breakerOpen = "avg by (bank) (circuit_breaker_state) >= 0.5";
const asked = (outcomes: string) => `bank_request_duration_seconds_count{outcome=~"${outcomes}"}`;
const responses = asked("document|unreadable");
const unrecognized = "bank_documents_unrecognized_total";
const fires = [{ bank: "cbe" }];
const unreadable = 'bank_documents_unrecognized_total{bank="cbe"}';
const documents = 'bank_request_duration_seconds_count{bank="cbe",outcome="document"}';
const waiting = 'verifications_waiting{bank="cbe"}';
const oldest = 'verification_oldest_waiting_timestamp_seconds{bank="cbe"}';
const unavailable = 'bank_request_duration_seconds_count{bank="cbe",outcome="unavailable"}';
const up = 'bank_up{bank="cbe",instance="a"}';
const verdicts = 'verifier_jobs_total{bank="cbe",outcome="success"}';
const breaker = 'circuit_breaker_state{bank="cbe"}';
/** A relay works if at least half of the bank's verifiers report so: each knows only its own requests. */
const workingRelays = "sum by (bank) (avg by (bank, relay) (bank_relay_usable) >= bool 0.5)";
const configuredRelays = "count by (bank) (count by (bank, relay) (bank_relay_usable))";
const relay = (name: string, instance = "a") =>
  `bank_relay_usable{bank="cbe",relay="${name}:3128",instance="${instance}"}`;

/** Alerts about the banks and their verifiers. */
export const bankAlerts: readonly CauseAlert[] = [
  {
    name: "BankCircuitOpen",
    severity: "ticket",
    service: "verifier",
    // A verifier that restarts begins with a closed breaker: a tenth of the time may be closed.
    expr: (time) =>
      `avg by (bank) (avg_over_time((circuit_breaker_state > bool 0)[${time.duration(minutes(10))}:])) >= 0.9`,
    forSeconds: minutes(1),
    summary: "{{ $labels.bank }} has been down for 10 minutes",
    description:
      "The breaker of {{ $labels.bank }} is open: requests wait, and fail with a refund at their deadline. Other banks are not affected.",
    proof: {
      atSeconds: minutes(15),
      firing: {
        'circuit_breaker_state{bank="cbe",instance="a"}': "1 0.5x20",
        'circuit_breaker_state{bank="boa",instance="b"}': "0x20",
      },
      labels: fires,
      silent: [
        ["open for eight minutes", { [breaker]: "0x5 1x8 0x10" }],
        ["open for a moment in every four minutes", { [breaker]: "1 0x3 1 0x3 1 0x3 1 0x3 1 0x3" }],
        [
          "open in one of three pods",
          {
            'circuit_breaker_state{bank="cbe",instance="a"}': "1x20",
            'circuit_breaker_state{bank="cbe",instance="b"}': "0x20",
            'circuit_breaker_state{bank="cbe",instance="c"}': "0x20",
          },
        ],
      ],
    },
  },
  {
    name: "BankUnavailable",
    severity: "ticket",
    service: "verifier",
    expr: (time) => {
      const increase = (outcomes: string) =>
        `sum by (bank) (increase(${asked(outcomes)}[${time.duration(hours(1))}]))`;
      const noResponse = `${increase("unavailable|error")} > 4 unless on (bank) ${increase("document|not_found|unreadable")} > 0`;
      return `(${noResponse}) or max by (bank) (bank_up) == 0`;
    },
    forSeconds: minutes(10),
    summary: "{{ $labels.bank }} has not responded to anything for a while",
    description:
      "Requests of {{ $labels.bank }} fail, and none has succeeded for an hour; or its state is `down`. This alert counts failures, so it also fires where requests are too few to open the breaker.",
    proof: {
      atSeconds: minutes(30),
      firing: { [unavailable]: "0+1x40", [documents]: "7x40" },
      labels: fires,
      silent: [
        ["one of many succeeded", { [unavailable]: "0+9x40", [documents]: "0x20 1x20" }],
        ["four failures", { [unavailable]: "0x5 4x40", [documents]: "7x40" }],
        ["no request", { [unavailable]: "9x40" }],
        ["its state was down for nine minutes", { [up]: "1x9 0x9 1x20" }],
      ],
    },
  },
  {
    name: "BankDailyProbeFailed",
    severity: "ticket",
    service: "verifier",
    expr: () => "min by (bank) (bank_daily_probe_responded) == 0",
    // One failed probe is repeated after 15 minutes.
    forSeconds: minutes(20),
    summary: "{{ $labels.bank }} fails the daily probe",
    description:
      "{{ $labels.bank }} did not respond to the daily probe and its repetition, or in a form that no parser knows. Requests will fail likewise.",
    proof: {
      atSeconds: minutes(30),
      firing: { 'bank_daily_probe_responded{bank="cbe",instance="a"}': "0x40" },
      labels: fires,
      silent: [
        ["the repetition succeeded", { 'bank_daily_probe_responded{bank="cbe"}': "0x18 1x20" }],
        ["it was never probed", { [up]: "1x40" }],
      ],
    },
  },
  {
    name: "BankRelaysFailing",
    severity: "ticket",
    service: "verifier",
    expr: () => `${workingRelays} <= 1 and ${configuredRelays} > 1`,
    forSeconds: minutes(10),
    summary: "At most one relay to {{ $labels.bank }} works",
    description:
      "{{ $labels.bank }} has several relays, and for 10 minutes at most one of them has worked. If that one fails too, the bank cannot be reached.",
    proof: {
      atSeconds: minutes(15),
      firing: { [relay("one")]: "1x20", [relay("two")]: "1 0x19", [relay("three")]: "0x20" },
      labels: fires,
      silent: [
        ["two of three work", { [relay("one")]: "1x20", [relay("two")]: "1x20", [relay("three")]: "0x20" }],
        ["nine minutes", { [relay("one")]: "1x20", [relay("two")]: "1x5 0x9 1x10" }],
        ["the bank has one relay", { [relay("one")]: "0x20" }],
        [
          "it failed for one of three pods",
          {
            [relay("one", "a")]: "1x20",
            [relay("two", "a")]: "0x20",
            [relay("one", "b")]: "1x20",
            [relay("two", "b")]: "1x20",
            [relay("one", "c")]: "1x20",
            [relay("two", "c")]: "1x20",
          },
        ],
      ],
    },
  },
  {
    name: "BankPageChanged",
    severity: "page",
    service: "verifier",
    expr: (time) => {
      const window = time.duration(minutes(10));
      const share = `sum by (bank) (rate(${unrecognized}[${window}])) / sum by (bank) (rate(${responses}[${window}]))`;
      return `${share} > 0.2 and sum by (bank) (increase(${unrecognized}[${window}])) > 3`;
    },
    forSeconds: minutes(5),
    summary: "More than a fifth of {{ $labels.bank }}'s responses are unreadable",
    description:
      "{{ $labels.bank }} responds in a shape that our parser does not know. Its requests fail and are refunded until the parser is fixed.",
    proof: {
      atSeconds: minutes(20),
      firing: { [unreadable]: "0+3x20", [documents]: "0+12x20" },
      labels: fires,
      silent: [
        ["just below a fifth", { [unreadable]: "0+19x20", [documents]: "0+100x20" }],
        ["two pages in ten minutes", { [unreadable]: "0x15 1x2 2x20", [documents]: "0x15 1x2 2x20" }],
      ],
    },
  },
  {
    name: "VerifierStuck",
    severity: "page",
    service: "verifier",
    expr: (time) => {
      const ended = `sum by (bank) (rate(verifier_jobs_total{outcome!="released"}[${time.duration(minutes(10))}])) > 0`;
      return `max by (bank) (verifications_waiting) > 0 unless on (bank) (${ended}) unless on (bank) (${breakerOpen})`;
    },
    forSeconds: minutes(2),
    summary: "Requests of {{ $labels.bank }} wait and no verifier works on them",
    description:
      "Requests of {{ $labels.bank }} are unfinished, its breaker is closed, and no verifier has ended any for 10 minutes: none runs, or they are stuck.",
    proof: {
      atSeconds: minutes(20),
      firing: { [waiting]: "0+1x25", [verdicts]: "7x25" },
      labels: fires,
      silent: [
        ["one ended in the last ten minutes", { [waiting]: "5x25", [verdicts]: "7x13 8x12" }],
        ["the bank is down", { [waiting]: "5x25", [breaker]: "1x25" }],
        ["no requests", { [waiting]: "0x25" }],
      ],
    },
  },
  {
    name: "VerifierBacklogAge",
    severity: "page",
    service: "verifier",
    expr: (time) =>
      `time() - min by (bank) (verification_oldest_waiting_timestamp_seconds) > ${time.seconds(120)} unless on (bank) (${breakerOpen})`,
    forSeconds: minutes(1),
    summary: "The oldest request of {{ $labels.bank }} has waited for more than 2 minutes",
    description:
      "{{ $labels.bank }} responds, but its verifiers do not keep up. After REQUEST_DEADLINE_MS requests fail and are refunded.",
    proof: {
      atSeconds: minutes(5),
      firing: { 'verification_oldest_waiting_timestamp_seconds{bank="cbe",instance="a"}': "0x10" },
      labels: fires,
      silent: [
        ["two minutes old", { [oldest]: "-120+60x10" }],
        ["the bank is down", { [oldest]: "0x10", [breaker]: "1x10" }],
      ],
    },
  },
];
