import { literalText, pythonWords } from "./literalText.ts"

/** A credential as a header; `name` is the variable that holds it. */
export interface ExampleCredential {
  readonly header: string
  readonly prefix: string
  readonly name: string
}

/** A request that examples show. */
export interface ExampleRequest {
  readonly method: string
  /** With its parameters in braces, which become variables. */
  readonly path: string
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  readonly credential: ExampleCredential | undefined
  readonly body?: unknown
  /** How the answer is read; `none` if it has no content. */
  readonly answer: "json" | "text" | "stream" | "none"
}

/** The languages of examples, by the class that their parts of the page have. */
export const exampleLanguages = { curl: "curl", typescript: "TypeScript", python: "Python" } as const
export type ExampleLanguage = keyof typeof exampleLanguages

const target = ({ path, query }: ExampleRequest, variable: (name: string) => string): string =>
  `${path.replace(/\{(\w+)\}/g, (_, name: string) => variable(name))}${
    query.length === 0 ? "" : `?${new URLSearchParams(query.map(([name, value]) => [name, value]))}`
  }`

const curl = (request: ExampleRequest): string => {
  const { answer, body, credential, method } = request
  const shell = (name: string): string => `$${name.toUpperCase()}`
  return [
    `curl ${answer === "stream" ? "-N " : ""}${method === "GET" ? "" : `-X ${method} `}"$BASE${
      target(request, shell)
    }"`,
    ...(credential === undefined ? [] : [`-H "${credential.header}: ${credential.prefix}${shell(credential.name)}"`]),
    ...(body === undefined
      ? []
      : [
        `-H "Content-Type: application/json"`,
        `-d '${literalText(body, { indent: "  " }).replaceAll("'", `'\\''`)}'`
      ])
  ].join(" \\\n  ")
}

/** The headers as entries of a literal; `credential` is the value of the credential's header. */
const headerEntries = ({ body, credential }: ExampleRequest, value: string | undefined): ReadonlyArray<string> => [
  ...(credential === undefined ? [] : [`"${credential.header}": ${value}`]),
  ...(body === undefined ? [] : [`"Content-Type": "application/json"`])
]

const typescriptReading: Readonly<Record<ExampleRequest["answer"], string>> = {
  json: "\nconst answer = await response.json()",
  text: "\nconst answer = await response.text()",
  stream: `
for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
  console.log(part)
}`,
  none: ""
}

const typescript = (request: ExampleRequest): string => {
  const { answer, body, credential, method } = request
  const headers = headerEntries(
    request,
    credential && (credential.prefix === "" ? credential.name : `\`${credential.prefix}\${${credential.name}}\``)
  )
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: {\n    ${headers.join(",\n    ")}\n  }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${literalText(body, { indent: "  " })})`])
  ]
  const url = `const url = \`\${base}${target(request, (name) => `\${${name}}`)}\``
  const call = options.length === 0 ? "fetch(url)" : `fetch(url, {\n  ${options.join(",\n  ")}\n})`
  return `${url}\nconst response = await ${call}${typescriptReading[answer]}`
}

const pythonReading: Readonly<Record<ExampleRequest["answer"], string>> = {
  json: "    answer = json.load(response)",
  text: "    answer = response.read().decode()",
  stream: `    for line in response:\n        print(line.decode(), end="")`,
  none: "    print(response.status)"
}

const python = (request: ExampleRequest): string => {
  const { answer, body, credential, method } = request
  const headers = headerEntries(
    request,
    credential && (credential.prefix === "" ? credential.name : `f"${credential.prefix}{${credential.name}}"`)
  )
  const options = [
    ...(method === "GET" ? [] : [`method="${method}"`]),
    ...(headers.length === 0 ? [] : [`headers={\n        ${headers.join(",\n        ")},\n    }`]),
    ...(body === undefined
      ? []
      : [`data=json.dumps(${literalText(body, { indent: "    ", words: pythonWords })}).encode()`])
  ]
  const url = `url = f"{base}${target(request, (name) => `{${name}}`)}"`
  const call = options.length === 0
    ? "with urlopen(url) as response:"
    : `request = Request(\n    ${["url", ...options].join(",\n    ")},\n)\nwith urlopen(request) as response:`
  return `${url}\n${call}\n${pythonReading[answer]}`
}

/** A request in each language. Each parameter of its path is a variable of the same name, in upper case for the shell. */
export const requestExamples = (request: ExampleRequest): Readonly<Record<ExampleLanguage, string>> => ({
  curl: curl(request),
  typescript: typescript(request),
  python: python(request)
})
