{{/* A value as text for the environment. Helm has every number as a float, and prints large ones as 8.64e+07. */}}
{{- define "receipts.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}{{ int64 . }}{{- else -}}{{ toString . }}{{- end -}}
{{- end -}}

{{/* Kubernetes' memory quantities in MiB, rounded down. */}}
{{- define "receipts.mebibytes" -}}
{{- $text := include "receipts.text" . -}}
{{- $number := regexFind "^[0-9.]+" $text | float64 -}}
{{- $bytes := dict "" 1.0 "k" 1000.0 "Ki" 1024.0 "M" 1000000.0 "Mi" 1048576.0 "G" 1000000000.0 "Gi" 1073741824.0 -}}
{{- divf (mulf $number (get $bytes (regexFind "[A-Za-z]*$" $text))) 1048576.0 | floor | int64 -}}
{{- end -}}

{{/* Kubernetes' CPU quantities in thousandths of a core. */}}
{{- define "receipts.millicores" -}}
{{- $text := toString . -}}
{{- mulf (regexFind "^[0-9.]+" $text | float64) (ternary 1.0 1000.0 (hasSuffix "m" $text)) | int64 -}}
{{- end -}}

{{/*
Connections to PostgreSQL that the release opens at most: `rest` with the largest numbers of pods, `rollout` with the pod more
of each component that an upgrade starts before it ends another.
*/}}
{{- define "receipts.connections" -}}
{{- $pods := list -}}
{{- range $values := list .Values.gateway .Values.dispatcher -}}
{{- $most := ternary $values.autoscaling.maxReplicas $values.replicas $values.autoscaling.enabled -}}
{{- $pods = append $pods (list (int $most) (int $values.settings.DATABASE_POOL_SIZE)) -}}
{{- end -}}
{{- range $bank := include "receipts.banks" . | fromYamlArray -}}
{{- $values := include "receipts.bankValues" (dict "root" $ "bank" $bank) | fromYaml -}}
{{- if not $values.paused -}}
{{- $most := ternary $values.replicas $values.autoscaling.maxReplicas (eq $values.autoscaling.kind "none") -}}
{{- $pods = append $pods (list (int $most) (int $values.settings.DATABASE_POOL_SIZE)) -}}
{{- end -}}
{{- end -}}
{{- $rest := 0 -}}
{{- $more := 0 -}}
{{- range $pods -}}
{{- $rest = add $rest (mul (index . 0) (index . 1)) -}}
{{- $more = add $more (index . 1) -}}
{{- end -}}
rest: {{ $rest }}
rollout: {{ add $rest $more }}
{{- end -}}

{{/* The enabled banks, in order, as a YAML list. */}}
{{- define "receipts.banks" -}}
{{- range $bank, $values := .Values.banks }}
{{- if and $values $values.enabled }}
- {{ $bank }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Values of a bank: those of all verifiers, overridden by its own, as YAML. Takes root and bank. */}}
{{- define "receipts.bankValues" -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.verifier) (deepCopy (get .root.Values.banks .bank)) -}}
{{- with (get .root.Values.banks .bank).pdb -}}
{{- $_ := set $values "pdb" . -}}
{{- end -}}
{{- if not $values.partitions -}}
{{- $_ := set $values "partitions" .root.Values.settings.KAFKA_PARTITIONS -}}
{{- end -}}
{{- toYaml $values -}}
{{- end -}}

{{/* The image of a service. Takes root, service and imageTag. */}}
{{- define "receipts.image" -}}
{{- $image := .root.Values.image -}}
{{- $name := printf "%s-%s" $image.repository .service -}}
{{- with $image.registry }}{{ . }}/{{ end }}{{ $name }}:{{ .imageTag | default $image.tag | default .root.Chart.AppVersion -}}
{{- end -}}
