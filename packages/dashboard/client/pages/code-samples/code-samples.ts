/** The same call in several languages. Contains no data of the account. */
export interface SampleCall {
  readonly url: string;
  readonly body: object;
}

export const sampleLanguages = ["curl", "Node.js", "Python"] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

export function codeSample(language: SampleLanguage, { url, body }: SampleCall): string {
  const json = JSON.stringify(body);
  switch (language) {
    case "curl":
      return [
        `curl -X POST ${shellWord(url)} \\`,
        "  -H 'x-api-key: YOUR_API_KEY' \\",
        "  -H 'content-type: application/json' \\",
        `  -d ${shellWord(json)}`,
      ].join("\n");
    case "Node.js":
      return [
        `const response = await fetch(${JSON.stringify(url)}, {`,
        '  method: "POST",',
        '  headers: { "x-api-key": "YOUR_API_KEY", "content-type": "application/json" },',
        `  body: JSON.stringify(${json}),`,
        "});",
        "const { data } = await response.json();",
        "console.log(data[0]);",
      ].join("\n");
    case "Python":
      return [
        "import json, urllib.request",
        "",
        "request = urllib.request.Request(",
        `    ${JSON.stringify(url)},`,
        `    data=json.dumps(${json}).encode(),`,
        '    headers={"x-api-key": "YOUR_API_KEY", "content-type": "application/json"},',
        ")",
        "with urllib.request.urlopen(request) as response:",
        '    print(json.load(response)["data"][0])',
      ].join("\n");
  }
}

/** Quotes any text as one word of a POSIX shell. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
