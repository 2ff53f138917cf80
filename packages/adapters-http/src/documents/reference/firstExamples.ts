import type { ExampleLanguage } from "./requestExamples.ts"

/** What the other examples take for granted: the address, a credential, imports, and how a refusal is read. */
export const firstExamples: Readonly<Record<ExampleLanguage, string>> = {
  curl: `BASE=https://auspex.example.org
KEY=…

# Exits with 22 for a refusal, and shows it:
curl --fail-with-body "$BASE/health"`,
  typescript: `const base = "https://auspex.example.org"
const key = "…"

const response = await fetch(\`\${base}/health\`)
if (!response.ok) {
  const refusal = await response.json()
}`,
  python: `import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

base = "https://auspex.example.org"
key = "…"

try:
    response = urlopen(f"{base}/health")
except HTTPError as error:
    refusal = json.load(error)`
}
