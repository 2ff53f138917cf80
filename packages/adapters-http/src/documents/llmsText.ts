import type * as HttpApi from "@effect/platform/HttpApi"
import { coreExplanations } from "../wire/ErrorCatalogue.ts"
import { conventions } from "./conventions.ts"
import type { OpenApiOptions } from "./openApiDocument.ts"
import { operationsText } from "./operationLines.ts"

/** What a program reads first about an API: its conventions, operations and refusals, one on each line. */
export const llmsText = (api: HttpApi.HttpApi.Any, { title, description }: OpenApiOptions): string =>
  `# ${title}

> ${description}

${conventions}

## Documents

- [OpenAPI 3.1](/openapi.json): every operation, schema and error
- [Skill](/skill.md): how an agent takes part
- [Errors](/api/errors): every code, its cause and what to do about it

## Operations

${operationsText(api)}

## Refusals

${coreExplanations.map(({ code, fix, status }) => `- \`${code}\` (${status}): ${fix}`).join("\n")}
`
