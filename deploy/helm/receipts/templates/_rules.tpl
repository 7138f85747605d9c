{{/*
The groups of a rule file for this release: its rules read and mark only series of its namespace, so that two releases in one
Prometheus stay apart. Takes root and content.
*/}}
{{- define "receipts.ruleGroups" -}}
{{- $root := .root -}}
{{- $values := $root.Values.monitoring.rules -}}
{{- $own := printf "namespace=%q" $root.Release.Namespace -}}
{{- range $group := (toString .content | fromYaml).groups }}
{{- $rules := list -}}
{{- range $rule := $group.rules -}}
{{- if not (has ($rule.alert | default "") $values.disabled) -}}
{{- $_ := set $rule "expr" ($rule.expr | replace "namespace=~\".*\"" $own) -}}
{{- $_ := set $rule "labels" (merge (dict "namespace" $root.Release.Namespace) ($rule.labels | default dict)) -}}
{{- with $rule.annotations -}}
{{- $_ := set . "runbook_url" (.runbook_url | replace "deploy/runbooks/" $values.runbookBaseUrl) -}}
{{- end -}}
{{- $rules = append $rules $rule -}}
{{- end -}}
{{- end }}
{{- with $rules }}
- name: {{ $group.name }}
  rules:
    {{- toYaml . | nindent 4 }}
{{- end }}
{{- end }}
{{- end -}}

{{/* A name that is misspelled would switch nothing off. */}}
{{- define "receipts.checkDisabledAlerts" -}}
{{- $known := list -}}
{{- range $path, $content := .Files.Glob "files/rules/*.yml" -}}
{{- range $group := (toString $content | fromYaml).groups -}}
{{- range $rule := $group.rules -}}
{{- with $rule.alert }}{{ $known = append $known . }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range .Values.monitoring.rules.disabled -}}
{{- if not (has . $known) -}}
{{- fail (printf "monitoring.rules.disabled: there is no alert %s; the pages in deploy/runbooks are named like the alerts" .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
