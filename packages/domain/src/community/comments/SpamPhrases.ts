import { Schema } from "effect"
import { dataFile } from "../../kernel/dataFile.ts"
import { WordList } from "../../kernel/wordLists.ts"
import spamPhrases from "./spamPhrases.json" with { type: "json" }

const SpamPhrases = Schema.Struct({
  shortenerHosts: WordList,
  invitationLinks: Schema.Array(Schema.Struct({ host: Schema.NonEmptyString, path: Schema.NonEmptyString })),
  /** Services, and places on them, that the reader is asked to join. */
  chats: WordList,
  groups: WordList,
  joining: WordList,
  /** Requests to write to somebody, before the name of a service. */
  writing: WordList,
  soliciting: WordList
})

const lists = dataFile("spamPhrases.json", SpamPhrases, spamPhrases)

/** Hosts of link shorteners. */
export const shortenerHosts: ReadonlySet<string> = new Set(lists.shortenerHosts)

/**
 * Links that invite the reader to a chat or a private conversation. A link to a public post on the same host is
 * allowed.
 */
export const invitationLinks = lists.invitationLinks

/**
 * Phrases that solicit or sell, in lower case with single spaces. Each addresses the reader. A phrase that can occur in
 * a discussion of money, gambling, medicines or scams is not listed, because these are topics of questions.
 */
export const invitationPhrases: ReadonlyArray<string> = [
  ...lists.joining.flatMap((start) => [
    ...lists.chats.map((chat) => `${start} ${chat}`),
    ...lists.groups.map((group) => `${start} signal ${group}`)
  ]),
  ...lists.writing.flatMap((start) => lists.chats.map((chat) => `${start} ${chat}`)),
  ...lists.soliciting
]

/** Phrases that count only at the end of a sentence or before an address, because "signal" is also a common noun. */
export const closingPhrases: ReadonlyArray<string> = [...lists.joining, ...lists.writing].map((start) =>
  `${start} signal`
)
