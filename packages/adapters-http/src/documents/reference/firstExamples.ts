import type { ExampleLanguage } from "./requestExamples.ts"

/** What the examples take for granted: the address, a credential, imports, and how a refusal is read. */
export const firstExamples: Readonly<Record<ExampleLanguage, string>> = {
  curl: `BASE=https://auspex.example.org
KEY=…    # the key or token of the operation
# -i shows the status; a refusal is JSON with a code`,
  typescript: `const base = "https://auspex.example.org"
const key = process.env.KEY

if (!response.ok) {
  const refusal = await response.json()
}`,
  python: `import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

base = "https://auspex.example.org"

try:
    answer = urlopen(f"{base}/health")
except HTTPError as error:
    refusal = json.load(error)`
}
