{{/* For a workload that the CPU limits. */}}
{{- define "receipts.cpuAutoscaler" -}}
{{- $scaling := .values.autoscaling -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "receipts.metadata" . | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "receipts.name" . }}
  minReplicas: {{ int $scaling.minReplicas }}
  maxReplicas: {{ int $scaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ int $scaling.cpuUtilization }} }
{{- end -}}

{{/* Names as in packages/messaging: a prefix before topic and group; a group is its name and its topic. */}}
{{- define "receipts.topic" -}}
{{ .root.Values.settings.KAFKA_TOPIC_PREFIX }}verification.requested.{{ .bank }}
{{- end -}}

{{- define "receipts.consumerGroup" -}}
{{ .root.Values.settings.KAFKA_TOPIC_PREFIX }}verifier-{{ .bank }}.{{ include "receipts.topic" . }}
{{- end -}}

{{/* Unprocessed messages for each pod: its slots times `lagPerPlace`. */}}
{{- define "receipts.lagThreshold" -}}
{{ mul (int .values.concurrency) (int .values.autoscaling.lagPerPlace) }}
{{- end -}}

{{- define "receipts.scaledObject" -}}
{{- $scaling := .values.autoscaling -}}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  {{- include "receipts.metadata" . | nindent 2 }}
  {{- if .values.paused }}
  annotations:
    autoscaling.keda.sh/paused-replicas: "0"
  {{- end }}
spec:
  scaleTargetRef:
    name: {{ include "receipts.name" . }}
  pollingInterval: {{ int $scaling.keda.pollingInterval }}
  minReplicaCount: {{ int $scaling.minReplicas }}
  maxReplicaCount: {{ int $scaling.maxReplicas }}
  advanced:
    horizontalPodAutoscalerConfig:
      behavior:
        {{- include "receipts.scalingBehaviour" $scaling | nindent 8 }}
  triggers:
    - type: kafka
      metricType: AverageValue
      # One query per interval: two in a row would make a slow bank's lag look constant.
      useCachedMetrics: true
      metadata:
        bootstrapServers: {{ .root.Values.settings.KAFKA_BROKERS | quote }}
        consumerGroup: {{ include "receipts.consumerGroup" . }}
        topic: {{ include "receipts.topic" . }}
        lagThreshold: {{ include "receipts.lagThreshold" . | quote }}
        # A group that has never committed starts at the beginning of its topic.
        offsetResetPolicy: earliest
        # Constant lag is not demand: more pods would only query a dead bank more often.
        excludePersistentLag: "true"
        ensureEvenDistributionOfPartitions: "true"
        fullMetadata: "false"
        version: {{ $scaling.keda.kafkaVersion | quote }}
        {{- with .root.Values.settings.KAFKA_SASL_MECHANISM }}
        sasl: {{ get (dict "plain" "plaintext" "scram-sha-256" "scram_sha256" "scram-sha-512" "scram_sha512") . }}
        {{- end }}
        {{- if .root.Values.kafka.tls.enabled }}
        tls: enable
        {{- end }}
      {{- if include "receipts.kedaLogin" .root }}
      authenticationRef:
        name: {{ include "receipts.fullname" .root }}-kafka
      {{- end }}
{{- end -}}

{{/* KEDA's login to Kafka, from the secrets of the services. */}}
{{- define "receipts.kedaLogin" -}}
{{- $secrets := .Values.secrets -}}
{{- if .Values.settings.KAFKA_SASL_MECHANISM }}
- { parameter: username, name: {{ $secrets.KAFKA_SASL_USERNAME.name }}, key: {{ $secrets.KAFKA_SASL_USERNAME.key }} }
- { parameter: password, name: {{ $secrets.KAFKA_SASL_PASSWORD.name }}, key: {{ $secrets.KAFKA_SASL_PASSWORD.key }} }
{{- end }}
{{- with .Values.kafka.tls }}
{{- if and .enabled .secretName }}
{{- with .caKey }}
- { parameter: ca, name: {{ $.Values.kafka.tls.secretName }}, key: {{ . }} }
{{- end }}
{{- with .certKey }}
- { parameter: cert, name: {{ $.Values.kafka.tls.secretName }}, key: {{ . }} }
{{- end }}
{{- with .privateKeyKey }}
- { parameter: key, name: {{ $.Values.kafka.tls.secretName }}, key: {{ . }} }
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "receipts.lagAutoscaler" -}}
{{- $scaling := .values.autoscaling -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "receipts.metadata" . | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "receipts.name" . }}
  minReplicas: {{ int $scaling.minReplicas }}
  maxReplicas: {{ int $scaling.maxReplicas }}
  behavior:
    {{- include "receipts.scalingBehaviour" $scaling | nindent 4 }}
  metrics:
    - type: External
      external:
        metric:
          name: {{ $scaling.hpa.metricName }}
          selector:
            matchLabels:
              topic: verification.requested.{{ .bank }}
              group: verifier-{{ .bank }}
        target: { type: AverageValue, averageValue: {{ include "receipts.lagThreshold" . | quote }} }
{{- end -}}

{{- define "receipts.scalingBehaviour" -}}
scaleUp:
  stabilizationWindowSeconds: {{ int .scaleUpAfterSeconds }}
scaleDown:
  stabilizationWindowSeconds: {{ int .scaleDownAfterSeconds }}
{{- end -}}
