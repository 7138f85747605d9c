// compose-check [--env-file FILE] COMPOSE-FILE…: loads them as `docker compose config` does, with the same library, and
// prints the project as JSON; exits with 1 on any error.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	envFile := flag.String("env-file", "", "replaces .env")
	flag.Parse()
	if err := run(flag.Args(), *envFile); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(files []string, envFile string) error {
	options := []cli.ProjectOptionsFn{cli.WithOsEnv}
	if envFile != "" {
		options = append(options, cli.WithEnvFiles(envFile))
	}
	options = append(options, cli.WithDotEnv, cli.WithDefaultProfiles(), cli.WithInterpolation(true),
		cli.WithConsistency(true), cli.WithNormalization(true), cli.WithResolvedPaths(true))
	projectOptions, err := cli.NewProjectOptions(files, options...)
	if err != nil {
		return err
	}
	project, err := projectOptions.LoadProject(context.Background())
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(project)
}
