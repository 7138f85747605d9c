{{/* Name, labels and policy types in the order that network tools expect. Takes root, component and selector (YAML). */}}
{{- define "receipts.policyHead" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "receipts.metadata" . | nindent 2 }}
{{- end -}}

{{- define "receipts.allServices" -}}
matchLabels:
  {{- include "receipts.selector" (dict "root" .) | nindent 2 }}
matchExpressions:
  - { key: receipts/service, operator: In, values: [gateway, verifier, webhook-dispatcher] }
{{- end -}}

{{- define "receipts.dnsEgress" -}}
- to:
    {{- toYaml .Values.networkPolicy.dns.to | nindent 4 }}
  ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
{{- end -}}

{{/* Takes a store's `to` and `ports`. */}}
{{- define "receipts.storeEgress" -}}
- to:
    {{- toYaml .to | nindent 4 }}
  ports:
    {{- range .ports }}
    - { protocol: TCP, port: {{ int . }} }
    {{- end }}
{{- end -}}

{{/* DNS, PostgreSQL and Kafka: all of our pods need these. */}}
{{- define "receipts.dataEgress" -}}
{{- include "receipts.dnsEgress" . }}
{{ include "receipts.storeEgress" .Values.networkPolicy.postgresql }}
{{ include "receipts.storeEgress" .Values.networkPolicy.kafka }}
{{- end -}}

{{/* The internet only. Takes root and ports; without ports, every TCP port. */}}
{{- define "receipts.publicEgress" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except:
          {{- toYaml .root.Values.networkPolicy.neverReached.ipv4 | nindent 10 }}
    - ipBlock:
        # All public addresses of IPv6.
        cidr: 2000::/3
        except:
          {{- toYaml .root.Values.networkPolicy.neverReached.ipv6 | nindent 10 }}
  ports:
    {{- range .ports }}
    - { protocol: TCP, port: {{ int . }} }
    {{- else }}
    - { protocol: TCP, port: 1, endPort: 65535 }
    {{- end }}
{{- end -}}

{{/* Ports of a bank's hosts, from its URLs, as a YAML list. */}}
{{- define "receipts.bankPorts" -}}
{{- $ports := list -}}
{{- range $name, $url := .baseUrls -}}
{{- if $url -}}{{- $ports = append $ports (include "receipts.urlPort" $url | int) -}}{{- end -}}
{{- end -}}
{{- $ports | uniq | toYaml -}}
{{- end -}}

{{- define "receipts.urlPort" -}}
{{- $host := (urlParse .).host -}}
{{- $port := regexFind ":[0-9]+$" $host | trimPrefix ":" -}}
{{- $port | default (ternary "443" "80" (hasPrefix "https:" .)) -}}
{{- end -}}

{{- define "receipts.urlHost" -}}
{{- regexReplaceAll ":[0-9]+$" (urlParse .).host "" -}}
{{- end -}}

{{/* Ports of a bank's relays, as a YAML list: from their URLs, unless these are secret. */}}
{{- define "receipts.proxyPorts" -}}
{{- $ports := .proxy.ports | default (list .proxy.port) -}}
{{- if .proxy.url -}}
{{- $ports = list -}}
{{- range splitList "," .proxy.url -}}{{- $ports = append $ports (include "receipts.urlPort" (trim .) | int) -}}{{- end -}}
{{- end -}}
{{- $ports | uniq | toYaml -}}
{{- end -}}

{{- define "receipts.hasProxy" -}}
{{- if or .proxy.url .proxy.secret.name }}yes{{ end -}}
{{- end -}}
