import { type BankCode, isBankCode, supportedBankCodes } from "@receipts/contracts";
import { verificationRequested } from "@receipts/messaging";
import { groupIdOf } from "../../../packages/messaging/src/kafka/kafka-subscription.ts";
import { verifierGroup } from "../../../services/verifier/src/verification-requested-consumer.ts";
import { buildTools } from "./deploy-tools.ts";
import { type KubernetesObject, named, objectsOf, ofKind, renderChart } from "./rendered-chart.ts";

const prefix = "blue.";
let objects: KubernetesObject[] = [];

beforeAll(async () => {
  await buildTools(["helm"]);
  objects = objectsOf(await renderChart("keda"));
});

function bankOf({ metadata }: KubernetesObject): BankCode {
  const bank = metadata.labels?.["receipts/bank"] ?? "";
  if (!isBankCode(bank)) throw new Error(`${metadata.name} belongs to no bank`);
  return bank;
}

const scalerOf = (bank: BankCode) => named(objects, "ScaledObject", `shop-receipts-verifier-${bank}`);

describe("with KEDA", () => {
  it("scales each bank by its own topic and group", () => {
    const scalers = ofKind(objects, "ScaledObject");
    expect(scalers).toHaveLength(supportedBankCodes.length);
    for (const scaler of scalers) {
      const bank = bankOf(scaler);
      const topic = `${prefix}${verificationRequested.name(bank)}`;
      const [{ metadata }] = scaler.spec.triggers;
      expect(metadata).toMatchObject({
        topic,
        consumerGroup: groupIdOf(topic, `${prefix}${verifierGroup(bank)}`),
        excludePersistentLag: "true",
        offsetResetPolicy: "earliest",
      });
      expect(scaler.spec.scaleTargetRef.name).toBe(`shop-receipts-verifier-${bank}`);
    }
  });

  it("derives the lag per pod from its slots", () => {
    const thresholdOf = (bank: BankCode): unknown => scalerOf(bank).spec.triggers[0].metadata.lagThreshold;
    expect([thresholdOf("cbe"), thresholdOf("boa")]).toEqual([String(32 * 10), String(16 * 5)]);
  });

  it("gives each bank its own bounds, within its partitions", () => {
    expect(scalerOf("cbe").spec).toMatchObject({ minReplicaCount: 1, maxReplicaCount: 12 });
    expect(scalerOf("boa").spec).toMatchObject({ minReplicaCount: 1, maxReplicaCount: 6 });
  });

  it("pauses a bank with KEDA's annotation", () => {
    const annotation = "autoscaling.keda.sh/paused-replicas";
    expect(scalerOf("dashen").metadata.annotations).toEqual({ [annotation]: "0" });
    expect(scalerOf("cbe").metadata.annotations).toBeUndefined();
  });
});

describe("with HorizontalPodAutoscalers", () => {
  it("scales each bank by its own lag metric, and gives a paused one no autoscaler and no pods", async () => {
    const all = objectsOf(await renderChart("all-banks"));
    const { spec } = named(all, "HorizontalPodAutoscaler", "shop-receipts-verifier-cbe");
    const [{ external }] = spec.metrics;
    expect(external.metric).toEqual({
      name: "kafka_consumer_lag",
      selector: {
        matchLabels: { topic: verificationRequested.name("cbe"), group: verifierGroup("cbe") },
      },
    });
    const scaled = ofKind(all, "HorizontalPodAutoscaler").map(({ metadata }) => metadata.name);
    expect(scaled).not.toContain("shop-receipts-verifier-boa");
    expect(named(all, "Deployment", "shop-receipts-verifier-boa").spec.replicas).toBe(0);
    expect(named(all, "Deployment", "shop-receipts-verifier-awash").spec.replicas).toBe(2);
  });
});
