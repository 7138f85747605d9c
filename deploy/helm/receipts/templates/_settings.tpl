{{/* Mount folder of files that settings refer to. */}}
{{- define "receipts.filesFolder" -}}/etc/receipts/files{{- end -}}

{{/*
Configuration of a process as YAML: shared settings, overridden by its own, and settings derived from other values.
Takes root, service, values and, for a verifier, bank. Empty means not set, also for the services.
*/}}
{{- define "receipts.config" -}}
{{- $config := dict -}}
{{- range $name, $value := mergeOverwrite (deepCopy .root.Values.settings) (deepCopy .values.settings) -}}
{{- $text := include "receipts.text" $value -}}
{{- if $text }}{{ $_ := set $config $name $text }}{{ end -}}
{{- end -}}
{{- $derived := include (printf "receipts.config.%s" .service) . | fromYaml -}}
{{- with include "receipts.secureBackends" .root }}{{ $_ := set $config "SECURE_BACKENDS" . }}{{ end -}}
{{- $config = mergeOverwrite $config (include "receipts.config.files" . | fromYaml) $derived -}}
{{- toYaml $config -}}
{{- end -}}

{{/* SECURE_BACKENDS of every process: in production all that `insecureBackends` does not name. Takes the root. */}}
{{- define "receipts.secureBackends" -}}
{{- $secure := list -}}
{{- if eq (toString .Values.settings.NODE_ENV) "production" -}}
{{- range $backend := list "postgres" "kafka" "redis" -}}
{{- /* Not set by old values that an upgrade reuses. */ -}}
{{- if not (has $backend ($.Values.insecureBackends | default list)) }}{{ $secure = append $secure $backend }}{{ end -}}
{{- end -}}
{{- end -}}
{{- join "," $secure -}}
{{- end -}}

{{/* The same in the `env` of a process without a ConfigMap. Takes the root. */}}
{{- define "receipts.secureEnv" -}}
{{- with include "receipts.secureBackends" . }}
- name: SECURE_BACKENDS
  value: {{ quote . }}
{{- end }}
{{- end -}}

{{- define "receipts.config.gateway" -}}
PORT: "8080"
METRICS_PORT: "9464"
{{- range $bank := include "receipts.banks" .root | fromYamlArray }}
{{- include "receipts.config.baseUrls" (get $.root.Values.banks $bank) }}
{{- end }}
{{- /* As the verifiers: pages and records say that a sandbox is asked. */}}
{{- with dig "settings" "BANK_SANDBOX_URL" "" .root.Values.verifier }}
BANK_SANDBOX_URL: {{ quote . }}
{{- end }}
{{- end -}}

{{- define "receipts.config.webhook-dispatcher" -}}
METRICS_PORT: "9464"
{{- end -}}

{{- define "receipts.config.verifier" -}}
BANK: {{ .bank }}
METRICS_PORT: "9464"
VERIFIER_CONCURRENCY: {{ include "receipts.text" .values.concurrency | quote }}
{{- include "receipts.config.baseUrls" .values }}
{{- with .values.proxy.url }}
BANK_{{ upper $.bank }}_PROXY_URL: {{ quote . }}
{{- end }}
{{- range $name, $_ := .values.caFiles }}
{{ $name }}: {{ include "receipts.filesFolder" $ }}/{{ $name }}.pem
{{- end }}
{{- end -}}

{{- define "receipts.config.baseUrls" -}}
{{- range $name, $url := .baseUrls }}
{{- with $url }}
{{ $name }}: {{ quote . }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "receipts.config.files" -}}
{{- $folder := include "receipts.filesFolder" . -}}
{{- with .root.Values.kafka.tls }}
{{- if .enabled }}
KAFKA_TLS: "true"
{{- if and .secretName .caKey }}
KAFKA_TLS_CA_FILE: {{ $folder }}/kafka-ca.pem
{{- end }}
{{- if and .secretName .certKey }}
KAFKA_TLS_CERT_FILE: {{ $folder }}/kafka-cert.pem
KAFKA_TLS_KEY_FILE: {{ $folder }}/kafka-key.pem
{{- end }}
{{- end }}
{{- end }}
{{- if .root.Values.redis.ca.configMap }}
REDIS_CA_FILE: {{ $folder }}/redis-ca.pem
{{- end }}
{{- end -}}

{{/* The files, as sources of a projected volume. Takes root and, for a verifier, values. */}}
{{- define "receipts.files" -}}
{{- with .root.Values.kafka.tls }}
{{- if and .enabled .secretName }}
- secret:
    name: {{ .secretName }}
    items:
      {{- with .caKey }}
      - { key: {{ . }}, path: kafka-ca.pem }
      {{- end }}
      {{- with .certKey }}
      - { key: {{ . }}, path: kafka-cert.pem }
      {{- end }}
      {{- with .privateKeyKey }}
      - { key: {{ . }}, path: kafka-key.pem }
      {{- end }}
{{- end }}
{{- end }}
{{- include "receipts.caFile" (dict "ca" .root.Values.redis.ca "file" "redis-ca.pem") }}
{{- include "receipts.caFile" (dict "ca" .root.Values.database.ca "file" "database-ca.pem") }}
{{- range $name, $ca := (.values).caFiles }}
{{- include "receipts.caFile" (dict "ca" $ca "file" (printf "%s.pem" $name)) }}
{{- end }}
{{- end -}}

{{- define "receipts.caFile" -}}
{{- if .ca.configMap }}
- configMap:
    name: {{ .ca.configMap }}
    items:
      - { key: {{ .ca.key }}, path: {{ .file }} }
{{- end }}
{{- end -}}

{{/* Names of the secrets in a service's configuration. */}}
{{- define "receipts.secretNames" -}}
{{- $own := dict
  "gateway" (list "RECEIPT_HASH_KEY" "SECRETS_ENCRYPTION_KEY" "SECRETS_ENCRYPTION_KEYS_PREVIOUS" "SMTP_URL" "TELEGRAM_BOT_TOKEN")
  "verifier" (list "RECEIPT_HASH_KEY" "QUARANTINE_KEY")
  "webhook-dispatcher" (list "SECRETS_ENCRYPTION_KEY" "SECRETS_ENCRYPTION_KEYS_PREVIOUS") -}}
{{- $all := list "REDIS_URL" "REDIS_SENTINEL_PASSWORD" "KAFKA_SASL_USERNAME" "KAFKA_SASL_PASSWORD" -}}
{{- concat $all (get $own .service) | toYaml -}}
{{- end -}}

{{/* `env` of a process: its secrets, and Node's heap size. Takes root, service, values and, for a verifier, bank. */}}
{{- define "receipts.env" -}}
{{- $secrets := .root.Values.secrets -}}
{{- include "receipts.secretEnv" (dict "name" "DATABASE_URL" "secret" (include "receipts.databaseUrl" . | fromYaml)) }}
{{- range $name := include "receipts.secretNames" . | fromYamlArray }}
{{- include "receipts.secretEnv" (dict "name" $name "secret" (get $secrets $name)) }}
{{- end }}
{{- with .bank }}
{{- $prefix := printf "BANK_%s" (upper .) }}
{{- include "receipts.secretEnv" (dict "name" (printf "%s_PROXY_URL" $prefix) "secret" $.values.proxy.secret) }}
{{- include "receipts.secretEnv" (dict "name" (printf "%s_CANARY" $prefix) "secret" $.values.canary) }}
{{- end }}
{{- include "receipts.heapEnv" . }}
{{- end -}}

{{/* Whether all services share one role, as in older installations. */}}
{{- define "receipts.hasOneRole" -}}
{{- if or .Values.secrets.DATABASE_URL.name .Values.migration.appRole }}true{{ end -}}
{{- end -}}

{{/* Reference to the URL of a service's role. Takes root and service, or `owner` as the service. */}}
{{- define "receipts.databaseUrl" -}}
{{- if include "receipts.hasOneRole" .root -}}
{{- with .root.Values.secrets.DATABASE_URL }}{{ dict "name" (.name | default "receipts") "key" .key | toYaml }}{{ end -}}
{{- else -}}
{{- get .root.Values.database.urls (trimPrefix "webhook-" .service) | toYaml -}}
{{- end -}}
{{- end -}}

{{/* Reference to the URL of the schema's owner, for migrations and the command line. */}}
{{- define "receipts.ownerUrl" -}}
{{- if .Values.migration.databaseUrl.name -}}
{{- toYaml .Values.migration.databaseUrl -}}
{{- else -}}
{{- include "receipts.databaseUrl" (dict "root" . "service" "owner") -}}
{{- end -}}
{{- end -}}

{{- define "receipts.secretEnv" -}}
{{- if (.secret).name }}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret.name }}
      key: {{ .secret.key }}
{{- end }}
{{- end -}}

{{/* In MiB: of all threads of a verifier that read PDFs (packages/banks/src/reading-threads.ts), and of a gateway's readers of statements (services/gateway/src/reconciliations/start-reader.ts, 256) and of pictures (packages/receipt-pictures/src/picture-reader.ts, 1400). */}}
{{- define "receipts.readersMebibytes" -}}
{{ get (dict "verifier" 256 "gateway" 1720) (toString .service) | default 0 }}
{{- end -}}

{{/* In MiB. A quarter of the memory is for everything but the heap: buffers, code, threads. */}}
{{- define "receipts.heapMebibytes" -}}
{{- $memory := include "receipts.mebibytes" .values.resources.limits.memory | int64 -}}
{{- mulf 0.75 (sub $memory (include "receipts.readersMebibytes" . | int64)) | floor | int64 -}}
{{- end -}}

{{- define "receipts.heapEnv" }}
- name: NODE_OPTIONS
  value: --max-old-space-size={{ include "receipts.heapMebibytes" . }}
{{- end -}}

{{/* `env` of the command that creates the topics: hooks run before the ConfigMaps exist. */}}
{{- define "receipts.topicsEnv" -}}
{{- range $name, $value := .Values.settings }}
{{- $text := include "receipts.text" $value }}
{{- if and $text (or (hasPrefix "KAFKA_" $name) (eq $name "NODE_ENV")) }}
- name: {{ $name }}
  value: {{ $text | quote }}
{{- end }}
{{- end }}
{{- range $name, $value := include "receipts.config.files" (dict "root" .) | fromYaml }}
{{- if hasPrefix "KAFKA_" $name }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- include "receipts.secureEnv" . }}
{{- range $name := list "KAFKA_SASL_USERNAME" "KAFKA_SASL_PASSWORD" }}
{{- include "receipts.secretEnv" (dict "name" $name "secret" (get $.Values.secrets $name)) }}
{{- end }}
{{- end -}}
