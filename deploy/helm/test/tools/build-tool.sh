#!/usr/bin/env bash
# build-tool.sh --where | <tool>…: builds the tools of the chart's tests once, into a folder outside the repository
# (--where prints it), and prints how long each took. It needs only Go and the Go module proxy; existing tools are not
# rebuilt.
set -euo pipefail
cache=${RECEIPTS_DEPLOY_TOOLS:-$HOME/.cache/receipts-deploy-tools}
if [ "${1:-}" = --where ]; then
  echo "$cache"
  exit
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bin=$cache/bin
mkdir -p "$bin" "$cache/build"
export GOFLAGS=-buildvcs=false CGO_ENABLED=0

kubernetes=v1.35.4
keda=v2.21.0
kwok=v0.8.0
prometheus_operator=v0.85.0
cilium=v1.18.4
gateway_api=v1.4.0
# Some modules need a newer compiler than the machine's; the proxy has it.
newer_go=go1.27.4

install_module() { # install_module <package@version>
  GOBIN=$bin go install -trimpath -ldflags="-s -w" "$1"
}

# For modules with `replace` lines, which `go install` refuses: builds a module of our own that requires them.
build_module() { # build_module <name> <package> <module@version> [lines of go.mod]
  local folder=$cache/build/$1
  rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
  printf 'module tools\ngo %s\n%s\n' "${go_line:-1.26.0}" "${4:-}" > go.mod
  printf '//go:build tools\npackage tools\nimport _ "%s"\n' "$2" > tools.go
  go get "$3"
  go build -mod=mod -trimpath -ldflags="-s -w ${link_flags:-}" -o "$bin/$1" "$2"
}

module_folder() { # module_folder <module@version>: where the module cache has it
  go mod download -json "$1" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p'
}

build_kubernetes() { # build_kubernetes <command>
  local mod replaces p=k8s.io/component-base/version
  mod=$(go mod download -json k8s.io/kubernetes@$kubernetes | sed -n 's/^\t"GoMod": "\(.*\)",$/\1/p')
  replaces=$(grep -E '=> ./staging/src' "$mod" | awk -v v="${kubernetes/v1/v0}" '{ print "replace " $1 " => " $1 " " v }')
  # Without a version, clients and controllers treat the server as unknown.
  link_flags="-X $p.gitVersion=$kubernetes -X $p.gitMajor=1 -X $p.gitMinor=35 -X $p.gitCommit=0 -X $p.gitTreeState=clean -X $p.buildDate=2026-01-01T00:00:00Z" \
    go_line=1.25.0 build_module "$1" "k8s.io/kubernetes/cmd/$1" k8s.io/kubernetes@$kubernetes "$replaces"
}

build_keda() { # build_keda <program> <command>
  local copy=$cache/build/keda-$keda
  export GOTOOLCHAIN=$newer_go
  if [ ! -d "$copy" ]; then
    cp -r "$(module_folder github.com/kedacore/keda/v2@$keda)" "$copy.partial"
    chmod -R u+w "$copy.partial" && mv "$copy.partial" "$copy"
  fi
  cd "$copy"
  go build -mod=mod -trimpath -ldflags="-s -w" -o "$bin/$1" "./cmd/$2"
}

build() {
  case $1 in
    helm) install_module helm.sh/helm/v3/cmd/helm@v3.22.0 ;;
    kubeconform) install_module github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0 ;;
    kube-score) install_module github.com/zegl/kube-score/cmd/kube-score@v1.20.0 ;;
    kwok)
      install_module sigs.k8s.io/kwok/cmd/kwok@$kwok
      local stages
      stages=$(module_folder sigs.k8s.io/kwok@$kwok)/kustomize/stage
      sed -s '1s/^/---\n/' "$stages"/node/fast/node-*.yaml "$stages"/pod/fast/pod-*.yaml "$stages"/node/heartbeat-with-lease/*-lease.yaml > "$cache/kwok-stages.yaml" ;;
    etcd) GOTOOLCHAIN=$newer_go build_module etcd go.etcd.io/etcd/server/v3 go.etcd.io/etcd/server/v3@v3.6.8 ;;
    kube-apiserver | kube-controller-manager | kube-scheduler) build_kubernetes "$1" ;;
    keda-operator) build_keda "$1" operator ;;
    keda-adapter) build_keda "$1" adapter ;;
    psa)
      rm -rf "$cache/build/psa" && cp -r "$here/psa" "$cache/build/psa" && cd "$cache/build/psa"
      go build -mod=mod -trimpath -o "$bin/psa" . ;;
    crds)
      rm -rf "$cache/crds.partial" && mkdir -p "$cache/crds.partial"
      local folder
      folder=$(module_folder github.com/kedacore/keda/v2@$keda)/config/crd/bases
      cp "$folder"/*keda.sh_*.yaml "$cache/crds.partial"
      folder=$(module_folder github.com/prometheus-operator/prometheus-operator@$prometheus_operator)/example/prometheus-operator-crd
      cp "$folder"/monitoring.coreos.com_{servicemonitors,podmonitors,prometheusrules}.yaml "$cache/crds.partial"
      folder=$(module_folder github.com/cilium/cilium@$cilium)/pkg/k8s/apis/cilium.io/client/crds/v2
      cp "$folder/ciliumnetworkpolicies.yaml" "$cache/crds.partial"
      folder=$(module_folder sigs.k8s.io/gateway-api@$gateway_api)/config/crd/standard
      cp "$folder/gateway.networking.k8s.io_httproutes.yaml" "$cache/crds.partial"
      chmod u+w "$cache"/crds.partial/* && mv "$cache/crds.partial" "$cache/crds" ;;
    schemas)
      [ -d "$cache/crds" ] || build crds
      python3 -m pip install -q --target "$cache/python" kubernetes-validate==1.37.0 PyYAML
      PYTHONPATH=$cache/python python3 "$here/make-schemas.py" 1.35.0 "$cache/schemas.partial" "$cache"/crds/*.yaml
      mv "$cache/schemas.partial" "$cache/schemas" ;;
    # Evaluates network policies. Its requirements conflict with others': a separate folder.
    nca) python3 -m pip install -q --target "$cache/nca.partial" network-config-analyzer && mv "$cache/nca.partial" "$cache/nca" ;;
    *) echo "build-tool.sh: there is no tool $1" >&2; exit 2 ;;
  esac
}

is_there() {
  case $1 in crds | schemas | nca) [ -d "$cache/$1" ] ;; *) [ -x "$bin/$1" ] ;; esac
}

for tool in "$@"; do
  is_there "$tool" && continue
  started=$SECONDS
  (build "$tool")
  echo "built $tool in $((SECONDS - started)) s"
done
