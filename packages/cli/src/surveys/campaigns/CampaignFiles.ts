import { decodeFailures } from "@auspex/adapters-http/contract"
import { Campaign } from "@auspex/domain/campaigns"
import { type Failure, failure, Refusal } from "@auspex/domain/kernel"
import { Either, ParseResult } from "effect"
import { isMap, isSeq, LineCounter, parseAllDocuments, type Document } from "yaml"

/** A file with its text; JSON is a part of YAML. */
export interface CampaignFile {
  readonly name: string
  readonly text: string
}

/** The lists of a campaign. */
const lists = ["questions", "surveys", "articles"] as const
type ListName = typeof lists[number]

/** Where an entry of the joined campaign stands. */
interface Source {
  readonly file: string
  readonly document: Document
  readonly lines: LineCounter
  /** Its place in its own list. */
  readonly at: number
}

/** Files joined to one campaign, which remembers where each entry came from. */
export interface JoinedCampaign {
  readonly campaign: Campaign
  /** Replaces the field of a failure by the file and the line, such as `rivers.yaml:12`, before its message. */
  readonly located: (failure: Failure) => Failure
}

const decode = ParseResult.decodeUnknownEither(Campaign, { errors: "all" })

/** Reads files of YAML or JSON, each with one document or more, and joins them. Fails with everything that is wrong. */
export const joinCampaign = (files: ReadonlyArray<CampaignFile>): Either.Either<JoinedCampaign, Refusal> => {
  const sources: Record<ListName, Array<Source>> = { questions: [], surveys: [], articles: [] }
  const joined: Record<ListName, Array<unknown>> = { questions: [], surveys: [], articles: [] }
  const failures: Array<Failure> = []
  const wrong = (place: string, message: string): void => {
    failures.push(failure("INVALID_REQUEST", `${place}: ${message}`, { field: place }))
  }
  for (const { name, text } of files) {
    const lines = new LineCounter()
    for (
      const document of parseAllDocuments(text, { lineCounter: lines, uniqueKeys: true }) as ReadonlyArray<Document>
    ) {
      for (const { message, pos } of document.errors) {
        wrong(
          `${name}:${lines.linePos(pos[0]).line}`,
          message.split("\n")[0]!.replace(/ at line \d+, column \d+:$/, "")
        )
      }
      if (document.errors.length > 0 || document.contents === null) continue
      if (!isMap(document.contents)) {
        wrong(`${name}:${lineOf(document, lines, [])}`, "a campaign consists of questions, surveys and articles")
        continue
      }
      const value = document.toJS({ maxAliasCount: 100 }) as Record<string, unknown>
      for (const field of Object.keys(value)) {
        const list = lists.find((one) => one === field)
        const place = `${name}:${lineOf(document, lines, [field])}`
        if (list === undefined) {
          failures.push(...unknownList(field).map((found) => ({ ...found, message: `${place}: ${found.message}` })))
        } else if (!isSeq(document.get(field))) {
          wrong(place, `${field} must be a list`)
        } else {
          for (const [at, entry] of (value[field] as ReadonlyArray<unknown>).entries()) {
            joined[list].push(entry)
            sources[list].push({ file: name, document, lines, at })
          }
        }
      }
    }
  }
  const located = locatedIn(sources)
  const present = Object.fromEntries(
    lists.filter((list) => joined[list].length > 0).map((list) => [list, joined[list]])
  )
  const decoded = decode(present)
  if (Either.isLeft(decoded)) failures.push(...decodeFailures(decoded.left, "campaign").map(located))
  const [first, ...rest] = failures
  if (first !== undefined) return Either.left(new Refusal({ failures: [first, ...rest] }))
  return Either.map(decoded, (campaign) => ({ campaign, located })) as Either.Either<JoinedCampaign, never>
}

/** What the contract says of a field that a campaign does not have. */
const unknownList = (field: string): ReadonlyArray<Failure> => {
  const decoded = decode({ [field]: null })
  return Either.isLeft(decoded) ? decodeFailures(decoded.left, "campaign") : []
}

/** The line of the value at a path, or of the nearest thing around it that is in the document. */
const lineOf = (document: Document, lines: LineCounter, path: ReadonlyArray<string | number>): number => {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    const range = (node as { readonly range?: readonly [number, number, number] } | null | undefined)?.range
    if (range !== undefined && range !== null) return lines.linePos(range[0]).line
  }
  return 1
}

const locatedIn = (sources: Readonly<Record<ListName, ReadonlyArray<Source>>>) => (found: Failure): Failure => {
  const { field = "", ...unplaced } = found
  const [list, at, ...rest] = field.replace(/^campaign\./, "").replaceAll(/\[(\d+)\]/g, ".$1").split(".")
  const source = sources[list as ListName]?.[Number(at)]
  if (source === undefined) return found
  const path = [list!, source.at, ...rest.map((part) => /^\d+$/.test(part) ? Number(part) : part)]
  return { ...unplaced, message: `${source.file}:${lineOf(source.document, source.lines, path)}: ${found.message}` }
}
