import type { Topic } from "@auspex/domain/kernel"

/** The topics that an instance announced; `all` when there are too many to name. */
export type NoticedTopics = ReadonlyArray<Topic> | "all"

/** A notice of one instance to the others. */
export interface ChangeNotice {
  /** The id of the instance that sent it. */
  readonly instance: string
  readonly topics: NoticedTopics
}

/** Postgres refuses payloads of 8,000 bytes. */
const payloadCharactersMax = 7_900

/** The version of the format; instances of other versions ignore notices that they cannot read. */
const version = "1"
const everything = "*"
const instancePattern = /^[0-9a-f-]{36}$/
/** A word, and the id of a resource after a colon. ASCII only, so that characters are bytes. */
const topicPattern = /^[a-z]{1,32}(:[0-9a-z-]{1,64})?$/

const isTopic = (text: string): text is Topic => topicPattern.test(text)

/**
 * The payloads that name the topics, as few as possible: `1 <instance> <topic> <topic> …`, or `1 <instance> *` for all
 * topics.
 */
export const payloadsOf = ({ instance, topics }: ChangeNotice): ReadonlyArray<string> => {
  const start = `${version} ${instance}`
  if (topics === "all" || !topics.every(isTopic)) return [`${start} ${everything}`]
  const payloads: Array<string> = []
  let payload = start
  for (const topic of topics) {
    if (payload.length + 1 + topic.length > payloadCharactersMax) {
      payloads.push(payload)
      payload = start
    }
    payload += ` ${topic}`
  }
  return payload === start ? payloads : [...payloads, payload]
}

/** Reads a payload; undefined for anything that `payloadsOf` does not write. */
export const noticeOf = (payload: string): ChangeNotice | undefined => {
  const [format, instance, ...topics] = payload.split(" ")
  if (format !== version || instance === undefined || !instancePattern.test(instance)) return undefined
  if (topics.length === 1 && topics[0] === everything) return { instance, topics: "all" }
  return topics.length > 0 && topics.every(isTopic) ? { instance, topics } : undefined
}
