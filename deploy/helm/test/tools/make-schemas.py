import json, sys, os, glob, yaml, kubernetes_validate
ver, out, crds = sys.argv[1], sys.argv[2], sys.argv[3:]
src = os.path.join(os.path.dirname(kubernetes_validate.__file__), 'kubernetes-json-schema')
def refs(n):                                   # rewrite refs in place, yield what they name
    if isinstance(n, dict):
        for k, v in n.items():
            if k == '$ref' and isinstance(v, str): t = v.split('/$defs/')[1]; n[k] = '#/$defs/' + t; yield t
            else: yield from refs(v)
    elif isinstance(n, list):
        for v in n: yield from refs(v)
for strict in ('', '-strict'):
    d, o = f'{src}/v{ver}-local{strict}', f'{out}/v{ver}-standalone{strict}'; os.makedirs(o, exist_ok=True)
    defs = {k: json.dumps(v) for k, v in json.load(open(f'{d}/_definitions.json'))['$defs'].items()}
    for f in glob.glob(f'{d}/*-v*.json'):
        s = json.load(open(f)); todo = set(refs(s)); got = {}
        if not {'kind', 'metadata'} <= set(s.get('properties', {})): continue
        while todo:
            k = todo.pop()
            if k not in got: got[k] = json.loads(defs[k]); todo |= set(refs(got[k]))
        s['$defs'] = got; s.pop('$schema', None); s.pop('$id', None)
        json.dump(s, open(f'{o}/{os.path.basename(f)}', 'w'))
def close(n):                                  # what a server in strict mode would refuse
    if isinstance(n, dict):
        if n.get('x-kubernetes-int-or-string'): n.pop('type', None); n.pop('anyOf', None); n['oneOf'] = [{'type': 'string'}, {'type': 'integer'}]
        if n.get('type') == 'object' and 'properties' in n and 'additionalProperties' not in n and not n.get('x-kubernetes-preserve-unknown-fields'): n['additionalProperties'] = False
        for v in list(n.values()): close(v)
    elif isinstance(n, list):
        for v in n: close(v)
os.makedirs(f'{out}/crds', exist_ok=True)
for c in crds:
    for doc in yaml.safe_load_all(open(c)):
        if doc and doc.get('kind') == 'CustomResourceDefinition':
            for v in doc['spec']['versions']:
                s = v['schema']['openAPIV3Schema']; close(s); p = s['properties']
                p.setdefault('apiVersion', {'type': 'string'}); p.setdefault('kind', {'type': 'string'}); p['metadata'] = {'type': 'object'}
                json.dump(s, open(f"{out}/crds/{doc['spec']['names']['kind'].lower()}_{doc['spec']['group']}_{v['name']}.json", 'w'))
