module psa

go 1.25.0

require (
	k8s.io/api v0.35.4
	k8s.io/apimachinery v0.35.4
	k8s.io/pod-security-admission v0.35.4
	sigs.k8s.io/yaml v1.6.0
)
