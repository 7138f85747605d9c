// Checks every pod of the manifests on standard input against the standard "restricted", with the API server's own evaluator.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/yaml"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func read[T any](document []byte) (object T) {
	must(yaml.Unmarshal(document, &object))
	return object
}

func podOf(kind string, document []byte) *corev1.PodTemplateSpec {
	switch kind {
	case "Deployment":
		deployment := read[appsv1.Deployment](document)
		return &deployment.Spec.Template
	case "StatefulSet":
		set := read[appsv1.StatefulSet](document)
		return &set.Spec.Template
	case "Job":
		job := read[batchv1.Job](document)
		return &job.Spec.Template
	case "CronJob":
		job := read[batchv1.CronJob](document)
		return &job.Spec.JobTemplate.Spec.Template
	case "Pod":
		pod := read[corev1.Pod](document)
		return &corev1.PodTemplateSpec{ObjectMeta: pod.ObjectMeta, Spec: pod.Spec}
	}
	return nil
}

func main() {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	must(err)
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	documents := utilyaml.NewYAMLReader(bufio.NewReader(os.Stdin))
	pods, forbidden := 0, 0
	for {
		document, err := documents.Read()
		if err == io.EOF {
			break
		}
		must(err)
		object := read[metav1.PartialObjectMetadata](document)
		pod := podOf(object.Kind, document)
		if pod == nil {
			continue
		}
		pods++
		result := policy.AggregateCheckResults(evaluator.EvaluatePod(restricted, &pod.ObjectMeta, &pod.Spec))
		if !result.Allowed {
			forbidden++
			fmt.Printf("%s/%s: %s\n", object.Kind, object.Name, result.ForbiddenDetail())
		}
	}
	fmt.Printf("%d pods, %d forbidden\n", pods, forbidden)
	if forbidden > 0 {
		os.Exit(1)
	}
}
