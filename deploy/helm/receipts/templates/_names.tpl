{{- define "receipts.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := .Values.nameOverride | default .Chart.Name -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels of every object. Takes root, component and, for a process, its service and bank. */}}
{{- define "receipts.labels" -}}
{{ include "receipts.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: receipts
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .service }}
receipts/service: {{ . }}
{{- end }}
{{- with .bank }}
receipts/bank: {{ . }}
{{- end }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* A Deployment's selector cannot change, so nothing in it may. */}}
{{- define "receipts.selector" -}}
app.kubernetes.io/name: {{ .root.Values.nameOverride | default .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{- define "receipts.name" -}}
{{ include "receipts.fullname" .root }}-{{ .component }}
{{- end -}}

{{- define "receipts.metadata" -}}
name: {{ include "receipts.name" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "receipts.labels" . | nindent 2 }}
{{- end -}}
