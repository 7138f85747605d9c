{{/* Rules between two values, which JSON schema cannot express. Each message contains the bank and the values. */}}
{{- define "receipts.checks" -}}
{{- $root := . -}}
{{- if not (include "receipts.banks" . | fromYamlArray) -}}
{{- fail "banks: none is enabled, so nothing would be verified" -}}
{{- end -}}
{{- range $bank := include "receipts.banks" . | fromYamlArray -}}
{{- $values := include "receipts.bankValues" (dict "root" $root "bank" $bank) | fromYaml -}}
{{- include "receipts.checkMemory" (dict "where" (printf "banks.%s" $bank) "service" "verifier" "values" $values) -}}
{{- include "receipts.checkReplicas" (dict "bank" $bank "values" $values) -}}
{{- include "receipts.checkWayToBank" (dict "bank" $bank "values" $values "policies" $root.Values.networkPolicy) -}}
{{- end -}}
{{- include "receipts.checkMemory" (dict "where" "gateway" "service" "gateway" "values" .Values.gateway) -}}
{{- $gateway := .Values.gateway.autoscaling -}}
{{- if and $gateway.enabled (gt (int $gateway.minReplicas) (int $gateway.maxReplicas)) -}}
{{- fail (printf "gateway.autoscaling: minReplicas %d is above maxReplicas %d" (int $gateway.minReplicas) (int $gateway.maxReplicas)) -}}
{{- end -}}
{{- $dispatcher := .Values.dispatcher.autoscaling -}}
{{- if and $dispatcher.enabled (gt (int $dispatcher.minReplicas) (int $dispatcher.maxReplicas)) -}}
{{- fail (printf "dispatcher.autoscaling: minReplicas %d is above maxReplicas %d" (int $dispatcher.minReplicas) (int $dispatcher.maxReplicas)) -}}
{{- end -}}
{{- include "receipts.checkMemory" (dict "where" "dispatcher" "service" "webhook-dispatcher" "values" .Values.dispatcher) -}}
{{- include "receipts.checkSecrets" . -}}
{{- include "receipts.checkAddresses" . -}}
{{- include "receipts.checkMonitors" . -}}
{{- include "receipts.checkKafka" . -}}
{{- include "receipts.checkMail" . -}}
{{- include "receipts.checkSecureBackends" . -}}
{{- include "receipts.checkDisabledAlerts" . -}}
{{- end -}}

{{- define "receipts.checkMail" -}}
{{- $settings := .Values.gateway.settings -}}
{{- $hasServer := .Values.secrets.SMTP_URL.name -}}
{{- if and $hasServer (not $settings.MAIL_FROM) -}}
{{- fail "gateway.settings.MAIL_FROM: required by secrets.SMTP_URL" -}}
{{- end -}}
{{- if and (eq .Values.settings.NODE_ENV "production") (has $settings.REGISTRATION (list "open" "invite")) (not $hasServer) -}}
{{- fail (printf "secrets.SMTP_URL: required by gateway.settings.REGISTRATION %s: addresses are confirmed by mail" $settings.REGISTRATION) -}}
{{- end -}}
{{- end -}}

{{- define "receipts.checkMemory" -}}
{{- if lt (include "receipts.heapMebibytes" . | int64) 128 -}}
{{- $readers := include "receipts.readersMebibytes" . | int64 -}}
{{- fail (printf "%s: resources.limits.memory %v is below %dMi: what reads documents may use %dMi, and three quarters of the rest is the heap" .where .values.resources.limits.memory (add $readers 171) $readers) -}}
{{- end -}}
{{- include "receipts.checkRequests" . -}}
{{- end -}}

{{/* Kubernetes refuses the pod, after the rest was applied. */}}
{{- define "receipts.checkRequests" -}}
{{- $requests := .values.resources.requests -}}
{{- $limits := .values.resources.limits -}}
{{- range $what := list "memory" "ephemeral-storage" -}}
{{- $request := get $requests $what -}}
{{- $limit := get $limits $what -}}
{{- if and $request $limit (gt (include "receipts.mebibytes" $request | int64) (include "receipts.mebibytes" $limit | int64)) -}}
{{- fail (printf "%s: resources.requests.%s %v is above its limit %v" $.where $what $request $limit) -}}
{{- end -}}
{{- end -}}
{{- with $limits.cpu -}}
{{- if gt (include "receipts.millicores" $requests.cpu | int64) (include "receipts.millicores" . | int64) -}}
{{- fail (printf "%s: resources.requests.cpu %v is above its limit %v" $.where $requests.cpu .) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "receipts.checkSecrets" -}}
{{- range $name := list "REDIS_URL" "RECEIPT_HASH_KEY" "SECRETS_ENCRYPTION_KEY" -}}
{{- $extra := list -}}
{{- range $.Values.gateway.extraEnv }}{{ $extra = append $extra .name }}{{ end -}}
{{- if not (or (get $.Values.secrets $name).name (has $name $extra)) -}}
{{- fail (printf "secrets.%s.name: required: no service starts without %s; name the existing secret that holds it" $name $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "receipts.checkAddresses" -}}
{{- $settings := .Values.gateway.settings -}}
{{- range $name := list "PUBLIC_BASE_URL" "CHECKOUT_BASE_URL" -}}
{{- $url := get $settings $name -}}
{{- if and (eq $.Values.settings.NODE_ENV "production") $url (not (hasPrefix "https://" $url)) -}}
{{- fail (printf "gateway.settings.%s: %s is not https; in production links carry tokens, so they must be encrypted" $name $url) -}}
{{- end -}}
{{- end -}}
{{- range $block := splitList "," ($settings.TRUSTED_PROXIES | default "") -}}
{{- if has (trim $block) (list "0.0.0.0/0" "::/0") -}}
{{- fail (printf "gateway.settings.TRUSTED_PROXIES: %s trusts every caller to name its own address; list the ingress controller's addresses" (trim $block)) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.gateway.httpRoute.enabled (not .Values.gateway.httpRoute.parentRefs) -}}
{{- fail "gateway.httpRoute.parentRefs: required: name the Gateway that the route belongs to" -}}
{{- end -}}
{{- end -}}

{{- define "receipts.checkMonitors" -}}
{{- $times := .Values.monitoring.serviceMonitors -}}
{{- $seconds := dict -}}
{{- range $name := list "interval" "scrapeTimeout" -}}
{{- $text := get $times $name -}}
{{- if regexMatch "^[0-9]+(s|m|h)$" $text -}}
{{- $unit := get (dict "s" 1 "m" 60 "h" 3600) (regexFind "[smh]$" $text) -}}
{{- $_ := set $seconds $name (mul (regexFind "^[0-9]+" $text | int) $unit) -}}
{{- end -}}
{{- end -}}
{{- if and $seconds.scrapeTimeout $seconds.interval (gt (int $seconds.scrapeTimeout) (int $seconds.interval)) -}}
{{- fail (printf "monitoring.serviceMonitors: scrapeTimeout %s is above interval %s: Prometheus would refuse the monitor" $times.scrapeTimeout $times.interval) -}}
{{- end -}}
{{- if and .Values.monitoring.serviceMonitors.enabled .Values.monitoring.podMonitors.enabled -}}
{{- fail "monitoring: serviceMonitors and podMonitors: enable one, or each process is scraped twice" -}}
{{- end -}}
{{- end -}}

{{- define "receipts.checkReplicas" -}}
{{- $partitions := int .values.partitions -}}
{{- $scaling := .values.autoscaling -}}
{{- $where := printf "banks.%s" .bank -}}
{{- $why := "at most one pod per partition of its topic can work" -}}
{{- if eq $scaling.kind "none" -}}
{{- if gt (int .values.replicas) $partitions -}}
{{- fail (printf "%s: replicas %d is above partitions %d: %s" $where (int .values.replicas) $partitions $why) -}}
{{- end -}}
{{- else -}}
{{- if gt (int $scaling.maxReplicas) $partitions -}}
{{- fail (printf "%s: autoscaling.maxReplicas %d is above partitions %d: %s" $where (int $scaling.maxReplicas) $partitions $why) -}}
{{- end -}}
{{- if gt (int $scaling.minReplicas) (int $scaling.maxReplicas) -}}
{{- fail (printf "%s: autoscaling.minReplicas %d is above autoscaling.maxReplicas %d" $where (int $scaling.minReplicas) (int $scaling.maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "receipts.checkWayToBank" -}}
{{- $hosts := list -}}
{{- range $name, $url := .values.baseUrls -}}{{- if $url -}}{{- $hosts = append $hosts $url -}}{{- end -}}{{- end -}}
{{- if not $hosts -}}
{{- fail (printf "banks.%s.baseUrls: no host is set: set one, or banks.%s.enabled=false" .bank .bank) -}}
{{- end -}}
{{- $proxy := .values.proxy -}}
{{- if and $proxy.url $proxy.secret.name -}}
{{- fail (printf "banks.%s.proxy: url and secret.name are both set: put all relays into one of them, separated by commas" .bank) -}}
{{- end -}}
{{- if and .policies.enabled (or $proxy.url $proxy.secret.name) (not $proxy.to) -}}
{{- fail (printf "banks.%s.proxy.to: must list the relays' peers, or the network policy blocks them" .bank) -}}
{{- end -}}
{{- end -}}

{{- define "receipts.checkKafka" -}}
{{- $mechanism := .Values.settings.KAFKA_SASL_MECHANISM | default "" -}}
{{- if and $mechanism (not (and .Values.secrets.KAFKA_SASL_USERNAME.name .Values.secrets.KAFKA_SASL_PASSWORD.name)) -}}
{{- fail (printf "secrets.KAFKA_SASL_USERNAME, secrets.KAFKA_SASL_PASSWORD: required by settings.KAFKA_SASL_MECHANISM %s" $mechanism) -}}
{{- end -}}
{{- $tls := .Values.kafka.tls -}}
{{- if and $tls.certKey (not $tls.privateKeyKey) -}}
{{- fail "kafka.tls.privateKeyKey: required by kafka.tls.certKey" -}}
{{- end -}}
{{- if and (not $tls.enabled) $tls.secretName -}}
{{- fail "kafka.tls.secretName: has no effect without kafka.tls.enabled" -}}
{{- end -}}
{{- end -}}

{{/*
TLS to the backends that `insecureBackends` does not name. URLs are in secrets: they are read if there is an API server, and
checked by each process at its start in any case. No message contains a URL.
*/}}
{{- define "receipts.checkSecureBackends" -}}
{{- $secure := include "receipts.secureBackends" . | splitList "," -}}
{{- if and (has "kafka" $secure) (not .Values.kafka.tls.enabled) -}}
{{- fail "kafka.tls.enabled: required; an installation whose network protects Kafka says insecureBackends: [kafka]" -}}
{{- end -}}
{{- if has "postgres" $secure -}}
{{- $references := list (include "receipts.ownerUrl" . | fromYaml) -}}
{{- range $service := list "gateway" "verifier" "webhook-dispatcher" -}}
{{- $references = append $references (include "receipts.databaseUrl" (dict "root" $ "service" $service) | fromYaml) -}}
{{- end -}}
{{- range $reference := $references -}}
{{- $pattern := "[?&]sslmode=verify-full(&|\\s*$)" -}}
{{- $rule := "must have sslmode=verify-full; an installation whose network protects PostgreSQL says insecureBackends: [postgres]" -}}
{{- include "receipts.checkUrl" (dict "root" $ "reference" $reference "pattern" $pattern "rule" $rule) -}}
{{- end -}}
{{- end -}}
{{- if has "redis" $secure -}}
{{- $rule := "must be a rediss:// URL; an installation whose network protects Redis says insecureBackends: [redis]" -}}
{{- include "receipts.checkUrl" (dict "root" . "reference" .Values.secrets.REDIS_URL "pattern" "^rediss://" "rule" $rule) -}}
{{- end -}}
{{- end -}}

{{- define "receipts.checkUrl" -}}
{{- $reference := .reference -}}
{{- if $reference.name -}}
{{- $secret := lookup "v1" "Secret" .root.Release.Namespace $reference.name -}}
{{- with dig "data" $reference.key "" $secret -}}
{{- if not (regexMatch $.pattern (b64dec .)) -}}
{{- fail (printf "secret %s, key %s: %s" $reference.name $reference.key $.rule) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
