import { supportedBankCodes } from "@receipts/contracts";

/** A wrong value, and the text that the message must contain: an operator has only the message. */
type WrongValue = readonly [what: string, values: readonly string[], message: RegExp];

/** Refused by `values.schema.json`. */
export const unlikeSchema: readonly WrongValue[] = [
  ["an invented bank", ["banks.lakebank.enabled=true"], /banks.*lakebank/s],
  ["a known bank that is not supported", ["banks.zemen.enabled=true"], /banks.*zemen/s],
  ["a misspelt value", ["gateway.replcas=3"], /gateway.*replcas/s],
  ["a misspelt value of a bank", ["banks.cbe.concurency=3"], /banks.cbe.*concurency/s],
  ["a setting that no service knows", ["settings.LOG_LEVLE=info"], /settings.*LOG_LEVLE/s],
  ["a setting of another service", ["gateway.settings.BANK_ATTEMPTS=3"], /gateway.settings.*BANK_ATTEMPTS/s],
  [
    "a setting of another bank",
    ["banks.cbe.settings.BANK_BOA_TIMEOUT_MS=3000"],
    /banks.cbe.settings.*BANK_BOA/s,
  ],
  ["a setting beyond its bounds", ["settings.SHUTDOWN_TIMEOUT_MS=10"], /settings.SHUTDOWN_TIMEOUT_MS/],
  ["a word where a number belongs", ["settings.KAFKA_PARTITIONS=six"], /settings.KAFKA_PARTITIONS/],
  ["an invalid level", ["settings.LOG_LEVEL=loud"], /settings.LOG_LEVEL/],
  ["brokers without a port", ["settings.KAFKA_BROKERS=kafka"], /settings.KAFKA_BROKERS/],
  [
    "two autoscalers",
    ["banks.cbe.autoscaling.kind=hpa+keda"],
    /banks.cbe.autoscaling.kind.*none.*hpa.*keda/s,
  ],
  ["a minimum of zero", ["banks.cbe.autoscaling.minReplicas=0"], /banks.cbe.autoscaling.minReplicas/],
  ["a host with a path", ["banks.boa.baseUrls.BANK_BOA_BASE_URL=https://boa.example/x"], /BANK_BOA_BASE_URL/],
  ["the tag `latest`", ["image.tag=latest"], /image.tag/],
  ["root", ["pod.runAsUser=0"], /pod.runAsUser/],
  ["a registry with a slash at its end", ["image.registry=registry.example.com/"], /image.registry/],
  ["an environment that no service knows", ["settings.NODE_ENV=staging"], /settings.NODE_ENV/],
  ["a schedule in words", ["erasure.schedule=daily"], /erasure.schedule/],
  ["a misspelt budget", ["gateway.pdb.maxUnavailible=1"], /gateway.pdb.*maxUnavailible/s],
  ["no memory limit", ["gateway.resources.limits.memory=null"], /gateway.resources.limits.*memory/s],
  ["an unknown backend", ["insecureBackends[0]=rabbitmq"], /insecureBackends.*postgres.*kafka.*redis/s],
  ["no secret for the database", ["secrets.DATABASE_URL=null"], /secrets.*DATABASE_URL/s],
  ["stores without peers", ["networkPolicy.kafka.to=null"], /networkPolicy.kafka.*to/s],
  ["an invalid block", ["networkPolicy.neverReached.ipv4[0]=10.0.0.0"], /networkPolicy.neverReached.ipv4/],
];

const secure = ["kafka.tls.enabled=true"];

/** Each allowed by the schema, but they contradict one another: the templates refuse them. */
export const contradictions: readonly WrongValue[] = [
  [
    "Kafka without TLS",
    [],
    /kafka\.tls\.enabled: required; an installation whose network protects Kafka says insecureBackends: \[kafka\]/,
  ],
  [
    "Kafka without TLS, on a network that protects only others",
    ["insecureBackends={postgres,redis}"],
    /kafka\.tls\.enabled: required/,
  ],
  ["more pods than partitions", ["banks.cbe.replicas=7"], /banks\.cbe: replicas 7 is above partitions 6/],
  [
    "an autoscaler that may go beyond the partitions",
    ["banks.boa.autoscaling.kind=keda", "banks.boa.autoscaling.maxReplicas=9"],
    /banks\.boa: autoscaling\.maxReplicas 9 is above partitions 6/,
  ],
  [
    "the same by the defaults of all banks",
    ["verifier.autoscaling.kind=hpa", "settings.KAFKA_PARTITIONS=4"],
    /banks\.\w+: autoscaling\.maxReplicas 6 is above partitions 4/,
  ],
  [
    "fewest above most",
    [
      "banks.cbe.autoscaling.kind=keda",
      "banks.cbe.autoscaling.minReplicas=5",
      "banks.cbe.autoscaling.maxReplicas=2",
    ],
    /banks\.cbe: autoscaling\.minReplicas 5 is above autoscaling\.maxReplicas 2/,
  ],
  [
    "a bank without a host",
    ["banks.boa.baseUrls.BANK_BOA_BASE_URL="],
    /banks\.boa\.baseUrls: no host is set/,
  ],
  ["a proxy without peers", ["banks.boa.proxy.url=http://proxy:3128"], /banks\.boa\.proxy\.to/],
  [
    "registration without mail",
    ["gateway.settings.REGISTRATION=open"],
    /secrets\.SMTP_URL: required by .*open/,
  ],
  ["mail without a sender", ["secrets.SMTP_URL.name=mail"], /gateway\.settings\.MAIL_FROM/],
  [
    "two proxies",
    ["banks.boa.proxy.url=http://proxy:3128", "banks.boa.proxy.secret.name=proxy"],
    /banks\.boa\.proxy: url and secret\.name/,
  ],
  [
    "too little memory for the threads that read PDFs",
    ["verifier.resources.limits.memory=384Mi"],
    /banks\.\w+: resources\.limits\.memory 384Mi is below 427Mi/,
  ],
  [
    "too little memory for the readers of statements and pictures",
    ["gateway.resources.limits.memory=1024Mi"],
    /gateway: resources\.limits\.memory 1024Mi is below 1891Mi/,
  ],
  [
    "a login without a password",
    ["settings.KAFKA_SASL_MECHANISM=plain"],
    /secrets\.KAFKA_SASL_USERNAME, secrets\.KAFKA_SASL_PASSWORD/,
  ],
  ["files for TLS without TLS", ["kafka.tls.secretName=kafka-tls"], /kafka\.tls\.secretName/],
  [
    "a certificate without its key",
    ["kafka.tls.enabled=true", "kafka.tls.certKey=tls.crt"],
    /kafka\.tls\.privateKeyKey/,
  ],
  ...["REDIS_URL", "RECEIPT_HASH_KEY", "SECRETS_ENCRYPTION_KEY"].map(
    (name): WrongValue => [
      `no secret for ${name}`,
      [...secure, `secrets.${name}.name=`],
      new RegExp(`secrets\\.${name}\\.name: required`),
    ],
  ),
  [
    "too little memory for a dispatcher",
    [...secure, "dispatcher.resources.limits.memory=64Mi", "dispatcher.resources.requests.memory=64Mi"],
    /dispatcher: resources\.limits\.memory 64Mi is below 171Mi/,
  ],
  [
    "a request above its limit",
    [...secure, "dispatcher.resources.requests.memory=1Gi"],
    /dispatcher: resources\.requests\.memory 1Gi is above its limit 512Mi/,
  ],
  [
    "a request of CPU above its limit",
    [...secure, "gateway.resources.limits.cpu=250m"],
    /gateway: resources\.requests\.cpu 500m is above its limit 250m/,
  ],
  [
    "every caller as a proxy",
    [...secure, "gateway.settings.TRUSTED_PROXIES=0.0.0.0/0"],
    /gateway\.settings\.TRUSTED_PROXIES: 0\.0\.0\.0\.0 trusts every caller/,
  ],
  [
    "addresses without encryption",
    [...secure, "gateway.settings.PUBLIC_BASE_URL=http://pay.example.com"],
    /gateway\.settings\.PUBLIC_BASE_URL: http:..pay\.example\.com is not https/,
  ],
  [
    "a scrape that may take longer than its interval",
    [...secure, "monitoring.serviceMonitors.scrapeTimeout=1m"],
    /scrapeTimeout 1m is above interval 15s/,
  ],
  [
    "two kinds of monitors",
    [...secure, "monitoring.serviceMonitors.enabled=true", "monitoring.podMonitors.enabled=true"],
    /serviceMonitors and podMonitors/,
  ],
  [
    "an alert that does not exist",
    [...secure, "monitoring.rules.disabled={BankDown}"],
    /monitoring\.rules\.disabled: there is no alert BankDown/,
  ],
  [
    "a route without a gateway",
    [...secure, "gateway.httpRoute.enabled=true"],
    /gateway\.httpRoute\.parentRefs/,
  ],
  [
    "no bank at all",
    supportedBankCodes.map((bank) => `banks.${bank}.enabled=false`),
    /banks: none is enabled/,
  ],
];
