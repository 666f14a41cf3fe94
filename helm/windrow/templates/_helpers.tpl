{{- define "windrow.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 48 | trimSuffix "-" }}
{{- end }}

{{- /* Short enough for the longest suffix ("-coordinator") within 63 characters. */ -}}
{{- define "windrow.fullname" -}}
{{- $name := include "windrow.name" . }}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 48 | trimSuffix "-" }}
{{- else if contains $name .Release.Name }}
{{- .Release.Name | trunc 48 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 48 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- /* What never changes between versions: selectors cannot be changed later. */ -}}
{{- define "windrow.selector" -}}
app.kubernetes.io/name: {{ include "windrow.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "windrow.labels" -}}
{{ include "windrow.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "windrow.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end }}

{{- define "windrow.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ default (include "windrow.fullname" .) .Values.serviceAccount.name }}
{{- else -}}
{{ default "default" .Values.serviceAccount.name }}
{{- end -}}
{{- end }}

{{- /* The Secret key that holds something: (dict "context" . "what" VALUES "given" TEXT). */ -}}
{{- define "windrow.secretKeyRef" -}}
{{- $fullname := include "windrow.fullname" .context -}}
{{- if and .given .what.secret.name -}}
{{- fail (printf "%s.%s and %s.secret.name are both set: give one" .in .field .in) -}}
{{- end -}}
secretKeyRef:
  {{- if .what.secret.name }}
  name: {{ .what.secret.name }}
  {{- else if .given }}
  name: {{ $fullname }}
  {{- else }}
  name: {{ $fullname }}-access
  {{- end }}
  key: {{ .what.secret.key }}
{{- end }}

{{- define "windrow.queueUrl" -}}
{{- include "windrow.secretKeyRef" (dict "context" . "what" .Values.queue "given" .Values.queue.url "in" "queue" "field" "url") }}
{{- end }}

{{- define "windrow.storeUrl" -}}
{{- include "windrow.secretKeyRef" (dict "context" . "what" .Values.store "given" .Values.store.url "in" "store" "field" "url") }}
{{- end }}

{{- define "windrow.token" -}}
{{- include "windrow.secretKeyRef" (dict "context" . "what" .Values.coordinator "given" .Values.coordinator.token "in" "coordinator" "field" "token") }}
{{- end }}

{{- /* Whether something of the Secret "<fullname>-access" is used. */ -}}
{{- define "windrow.needsAccess" -}}
{{- $v := .Values -}}
{{- if not (and (or $v.queue.url $v.queue.secret.name) (or $v.store.url $v.store.secret.name) (or $v.coordinator.token $v.coordinator.secret.name)) -}}
true
{{- end -}}
{{- end }}

{{- /* The settings that both programs take. */ -}}
{{- define "windrow.env" -}}
- name: WINDROW__QUEUE__URL
  valueFrom: {{- include "windrow.queueUrl" . | nindent 4 }}
{{- with .Values.queue.prefix }}
- name: WINDROW__QUEUE__PREFIX
  value: {{ . | quote }}
{{- end }}
- name: WINDROW__STORE__URL
  valueFrom: {{- include "windrow.storeUrl" . | nindent 4 }}
- name: WINDROW__STORE__PREFIX
  value: {{ .Values.store.prefix | quote }}
{{- with .Values.store.authorities }}
- name: WINDROW__STORE__AUTHORITIES
  value: {{ . | quote }}
{{- end }}
- name: WINDROW__STORE__KEEP
  value: {{ .Values.store.keep | quote }}
- name: WINDROW__STORE__MAX_JOB_BYTES
  value: {{ .Values.store.maxJobBytes | int64 | quote }}
- name: WINDROW__FLEET__WAIT
  value: {{ .Values.fleet.wait | quote }}
- name: WINDROW__LOG__LEVEL
  value: {{ .Values.log.level | quote }}
- name: WINDROW__LOG__FORMAT
  value: {{ .Values.log.format | quote }}
- name: WINDROW__BROWSER__RECYCLE_AFTER
  value: {{ .Values.browser.recycleAfter | int64 | quote }}
{{- with .Values.browser.allowRanges }}
- name: WINDROW__BROWSER__ALLOW_RANGES
  value: {{ join "," . | quote }}
{{- end }}
{{- with .Values.archive.url }}
- name: WINDROW__ARCHIVE__URL
  value: {{ . | quote }}
{{- end }}
- name: WINDROW__ARCHIVE__KEEP
  value: {{ .Values.archive.keep | quote }}
{{- end }}

{{- /* All of a pod that does not differ between the programs: (dict "context" . "program" NAME "own" VALUES). */ -}}
{{- define "windrow.podMetadata" -}}
annotations:
  checksum/secret: {{ include (print .context.Template.BasePath "/secret.yaml") .context | sha256sum }}
  {{- with .own.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
labels:
  {{- with .own.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- include "windrow.labels" .context | nindent 2 }}
  app.kubernetes.io/component: {{ .program }}
{{- end }}

{{- define "windrow.podSettings" -}}
{{- $v := .context.Values -}}
serviceAccountName: {{ include "windrow.serviceAccountName" .context }}
automountServiceAccountToken: false
# No variable for each Service of the namespace: one named like a setting would be taken for it.
enableServiceLinks: false
terminationGracePeriodSeconds: {{ .own.terminationGracePeriodSeconds | int64 }}
securityContext:
  {{- toYaml $v.podSecurityContext | nindent 2 }}
{{- with $v.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .own.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- else }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "windrow.selector" .context | nindent 8 }}
        app.kubernetes.io/component: {{ .program }}
{{- end }}
volumes:
  # Chromium needs more shared memory than a pod's 64 MiB.
  - name: shm
    emptyDir:
      medium: Memory
      sizeLimit: {{ $v.browser.sharedMemory }}
  # Profiles, caches and HOME: the root file system is read-only.
  - name: scratch
    emptyDir:
      sizeLimit: {{ $v.browser.scratch }}
  {{- with $v.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "windrow.containerSettings" -}}
{{- $v := .context.Values -}}
{{- with $v.archive.secret.name }}
envFrom:
  - secretRef: {name: {{ . }}}
{{- end }}
image: {{ include "windrow.image" .context | quote }}
imagePullPolicy: {{ $v.image.pullPolicy }}
securityContext:
  {{- toYaml $v.securityContext | nindent 2 }}
resources:
  {{- toYaml .own.resources | nindent 2 }}
ports:
  - name: http
    containerPort: {{ .port }}
    protocol: TCP
# The door is open from the first second on.
startupProbe:
  httpGet: {path: /healthz, port: http}
  periodSeconds: 2
  failureThreshold: 30
  timeoutSeconds: 5
# A program that waits for broker or store is alive, and ends by itself after `fleet.wait`; one whose task
# stands still is not.
livenessProbe:
  httpGet: {path: /healthz, port: http}
  periodSeconds: 20
  failureThreshold: 6
  timeoutSeconds: 10
readinessProbe:
  httpGet: {path: /readyz, port: http}
  periodSeconds: 5
  failureThreshold: 2
  timeoutSeconds: 5
volumeMounts:
  - {name: shm, mountPath: /dev/shm}
  - {name: scratch, mountPath: /tmp}
  {{- with $v.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
