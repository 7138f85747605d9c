{{/*
Deployment, ConfigMap, ServiceAccount and disruption budget of one process: all workloads share this shape. Takes root,
component, service, values and, for a verifier, bank. Without `replicas` if an autoscaler sets them.
*/}}
{{- define "receipts.workload" -}}
{{- $config := include "receipts.config" . -}}
{{ include "receipts.serviceAccount" . }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "receipts.metadata" . | nindent 2 }}
data:
  {{- $config | nindent 2 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "receipts.metadata" . | nindent 2 }}
spec:
  {{- toYaml (.values.pdb | default (dict "maxUnavailable" 1)) | nindent 2 }}
  # A pod in a crash loop must not prevent the drain of a node.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "receipts.selector" . | nindent 6 }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "receipts.metadata" . | nindent 2 }}
  annotations:
    {{- include "receipts.notScored" . | nindent 4 }}
spec:
  {{- if hasKey . "replicas" }}
  replicas: {{ int .replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  selector:
    matchLabels:
      {{- include "receipts.selector" . | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  template:
    metadata:
      labels:
        {{- include "receipts.labels" . | nindent 8 }}
        {{- with .root.Values.pod.labels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        checksum/config: {{ sha256sum $config }}
        {{- with .root.Values.pod.annotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "receipts.podSpec" . | nindent 6 }}
      # A drain begins after preStop and may take all of SHUTDOWN_TIMEOUT_MS; after the margin the pod is killed.
      terminationGracePeriodSeconds: {{ include "receipts.graceSeconds" . }}
      topologySpreadConstraints:
        {{- range .root.Values.pod.topologyKeys }}
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "receipts.selector" $ | nindent 14 }}
          # Counts each release separately: during a rollout, the old pods would count too.
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      affinity:
        {{- if .values.affinity }}
        {{- toYaml .values.affinity | nindent 8 }}
        {{- else }}
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 100
              podAffinityTerm:
                topologyKey: kubernetes.io/hostname
                labelSelector:
                  matchLabels:
                    {{- include "receipts.selector" . | nindent 20 }}
        {{- end }}
      containers:
        - name: {{ .service }}
          {{- include "receipts.container" (dict "root" .root "service" .service "imageTag" .values.imageTag) | nindent 10 }}
          ports:
            {{- if eq .service "gateway" }}
            - { name: http, containerPort: 8080 }
            {{- end }}
            - { name: metrics, containerPort: 9464 }
          envFrom:
            - configMapRef:
                name: {{ include "receipts.name" . }}
          env:
            {{- include "receipts.env" . | trim | nindent 12 }}
            {{- with .values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          {{- include "receipts.probes" . | nindent 10 }}
          {{- with int .values.preStopSeconds }}
          lifecycle:
            preStop:
              sleep:
                seconds: {{ . }}
          {{- end }}
          volumeMounts:
            {{- include "receipts.mounts" . | nindent 12 }}
            {{- with .values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        {{- include "receipts.volumes" . | nindent 8 }}
        {{- with .values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end -}}

{{- define "receipts.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "receipts.metadata" . | nindent 2 }}
  {{- with .root.Values.serviceAccounts.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end -}}

{{/* Annotations of an object that a hook creates and deletes. Takes hook and weight. */}}
{{- define "receipts.hook" -}}
helm.sh/hook: {{ .hook }}
helm.sh/hook-weight: {{ .weight | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}

{{/* Spec of every pod, including those of jobs. */}}
{{- define "receipts.podSpec" -}}
serviceAccountName: {{ include "receipts.name" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ int64 .root.Values.pod.runAsUser }}
  runAsGroup: {{ int64 .root.Values.pod.runAsGroup }}
  fsGroup: {{ int64 .root.Values.pod.runAsGroup }}
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with merge (dict) ((.values).nodeSelector | default dict) .root.Values.pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.pod.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/*
Checks of kube-score that we do not follow:
- container-resources: a CPU limit. It would throttle the event loop while the node has idle CPU; requests share the CPU under
  load. Memory and ephemeral storage have limits (checked by chart.test.ts).
- container-image-pull-policy: `Always`. A tag is one release, optionally with a digest, so pulling again brings nothing new. A
  pod could not restart while the registry is down. For tags that move, set `image.pullPolicy`.
*/}}
{{- define "receipts.notScored" -}}
kube-score/ignore: container-resources,container-image-pull-policy
{{- end -}}

{{- define "receipts.container" -}}
image: {{ include "receipts.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}

{{/* Live: the event loop responds, in any state of the stores. Ready: not draining, and required stores are reachable. */}}
{{- define "receipts.probes" -}}
{{- $port := ternary "http" "metrics" (eq .service "gateway") -}}
startupProbe:
  httpGet: { path: /health/live, port: {{ $port }} }
  periodSeconds: 2
  failureThreshold: 30
livenessProbe:
  httpGet: { path: /health/live, port: {{ $port }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /health/ready, port: {{ $port }} }
  periodSeconds: 3
  timeoutSeconds: 2
  failureThreshold: 2
{{- end -}}

{{- define "receipts.graceSeconds" -}}
{{- $drain := divf .root.Values.settings.SHUTDOWN_TIMEOUT_MS 1000 | ceil | int -}}
{{- add (int .values.preStopSeconds) $drain (int .root.Values.pod.graceMarginSeconds) -}}
{{- end -}}

{{- define "receipts.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if include "receipts.files" . }}
- { name: files, mountPath: {{ include "receipts.filesFolder" . }}, readOnly: true }
{{- end }}
{{- end -}}

{{- define "receipts.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{- with include "receipts.files" . }}
- name: files
  projected:
    sources:
      {{- . | trim | nindent 6 }}
{{- end }}
{{- end -}}
