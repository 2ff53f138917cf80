import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context, Option } from "effect"
import { OperationPolicy } from "../wire/OperationPolicy.ts"

interface OperationLine {
  readonly group: string
  readonly line: string
}

/** One sentence about an operation: its summary and the first sentence of its description. */
const sentenceOf = (endpoint: { readonly annotations: Context.Context<never> }): string => {
  const summary = Option.getOrElse(Context.getOption(endpoint.annotations, OpenApi.Summary), () => "")
  const description = Option.getOrElse(Context.getOption(endpoint.annotations, OpenApi.Description), () => "")
  const [first = ""] = /^.*?[.](?= |$)/s.exec(description) ?? []
  const isWord = /^[A-Z][a-z]* |^A /.test(first)
  return `${summary}: ${isWord ? first.charAt(0).toLowerCase() + first.slice(1) : first}`
}

const operationLines = (api: HttpApi.HttpApi.Any): ReadonlyArray<OperationLine> => {
  const lines: Array<OperationLine> = []
  HttpApi.reflect(api as HttpApi.HttpApi.AnyWithProps, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint }) => {
      const access = Option.getOrUndefined(Context.getOption(endpoint.annotations, OperationPolicy))?.access ?? "none"
      lines.push({
        group: group.identifier,
        line: `- ${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, "{$1}")} (${access}): ${sentenceOf(endpoint)}`
      })
    }
  })
  return lines
}

/** Every operation of an API in one line, by group, in Markdown. */
export const operationsText = (api: HttpApi.HttpApi.Any): string => {
  const lines = operationLines(api)
  return [...new Set(lines.map(({ group }) => group))]
    .map((group) =>
      `### ${group}\n\n${lines.filter((line) => line.group === group).map(({ line }) => line).join("\n")}`
    )
    .join("\n\n")
}
