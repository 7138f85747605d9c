import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { until } from "@receipts/testing";
import type { Cluster } from "./cluster.ts";
import { mustRun } from "./deploy-tools.ts";

const adapterPort = 26_444;
const operatorPort = 29_666;
const namespace = "keda";

/**
 * KEDA's operator and metrics server, as processes next to the API server, which reaches the metrics server at
 * `localhost`.
 */
export async function startKeda(cluster: Cluster): Promise<void> {
  const certificates = path.join(cluster.folder, "keda");
  await writeCertificates(certificates);
  await cluster.kubectl(["create", "namespace", namespace]);
  await cluster.kubectl(["apply", "-f", "-"], externalMetrics());
  const env = {
    ...cluster.env,
    KEDA_CLUSTER_OBJECT_NAMESPACE: namespace,
    POD_NAMESPACE: namespace,
    WATCH_NAMESPACE: "",
  };
  cluster.processes.start(
    "keda-operator",
    [
      `--cert-dir=${certificates}`,
      "--metrics-bind-address=127.0.0.1:26280",
      "--health-probe-bind-address=127.0.0.1:26281",
      `--metrics-service-bind-address=127.0.0.1:${operatorPort}`,
    ],
    env,
  );
  cluster.processes.start(
    "keda-adapter",
    [
      `--cert-dir=${certificates}`,
      `--tls-cert-file=${certificates}/tls.crt`,
      `--tls-private-key-file=${certificates}/tls.key`,
      "--bind-address=127.0.0.1",
      `--secure-port=${adapterPort}`,
      "--port=26282",
      `--metrics-service-address=localhost:${operatorPort}`,
      `--lister-kubeconfig=${env.KUBECONFIG}`,
      `--authentication-kubeconfig=${env.KUBECONFIG}`,
      `--authorization-kubeconfig=${env.KUBECONFIG}`,
    ],
    env,
  );
  await until(
    async () => {
      const complaints = cluster.processes.complaints();
      if (complaints !== "") throw new Error(complaints);
      return (await cluster.tryKubectl(["get", "--raw", "/apis/external.metrics.k8s.io/v1beta1"])).ok;
    },
    { what: "requests to KEDA's metrics server" },
  );
}

/** Both present a certificate of the same authority. */
async function writeCertificates(folder: string): Promise<void> {
  await mkdir(folder);
  const file = (name: string) => path.join(folder, name);
  const openssl = (...args: readonly string[]) => mustRun("openssl", args);
  const newKey = ["-nodes", "-newkey", "rsa:2048"];
  await openssl(
    ...["req", "-x509", "-days", "2", "-subj", "/CN=keda", ...newKey],
    ...["-keyout", file("ca.key"), "-out", file("ca.crt")],
  );
  await openssl(
    ...["req", "-subj", "/CN=localhost", ...newKey, "-keyout", file("tls.key"), "-out", file("tls.csr")],
  );
  await writeFile(
    file("extensions"),
    "subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth\n",
  );
  await openssl(
    ...[
      "x509",
      "-req",
      "-days",
      "2",
      "-in",
      file("tls.csr"),
      "-CA",
      file("ca.crt"),
      "-CAkey",
      file("ca.key"),
    ],
    ...["-CAcreateserial", "-extfile", file("extensions"), "-out", file("tls.crt")],
  );
}

function externalMetrics(): string {
  const name = "keda-metrics-apiserver";
  const service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace },
    spec: { type: "ExternalName", externalName: "localhost", ports: [{ port: adapterPort }] },
  };
  const apiService = {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: "v1beta1.external.metrics.k8s.io" },
    spec: {
      service: { name, namespace, port: adapterPort },
      group: "external.metrics.k8s.io",
      version: "v1beta1",
      insecureSkipTLSVerify: true,
      groupPriorityMinimum: 100,
      versionPriority: 100,
    },
  };
  return JSON.stringify({ apiVersion: "v1", kind: "List", items: [service, apiService] });
}
