import { Array as Arr, Option } from "effect"

/** The names of the tags that enclose thoughts. */
const names =
  "(?:ant)?think(?:ing)?|thoughts?|reason(?:ing)?|reflect(?:ion)?|analysis|scratch[-_ ]?pad|(?:inner|internal)[-_ ](?:monologue|thoughts?)|chain[-_ ]of[-_ ]thought|cot"

/** A tag that begins or ends thoughts: an XML tag, with or without a name space, or a token of a model's template. */
const marks = new RegExp(
  [
    `<\\s{0,3}(?:[\\w-]{1,20}:)?(?:${names})(?:\\s[^<>]{0,200})?>`,
    `(?<end>(?:<\\s{0,3}/\\s{0,3}(?:[\\w-]{1,20}:)?(?:${names})\\s{0,3}>`,
    `\\[/think(?:ing)?\\]|◁/think▷|<\\|end_(?:of_)?(?:think(?:ing)?|thought)\\|>|<channel\\|>))`,
    `\\[think(?:ing)?\\]|◁think▷|<\\|(?:begin|start)_(?:of_)?(?:think(?:ing)?|thought)\\|>|<\\|channel>\\s{0,3}thought`
  ].join("|"),
  "giu"
)

/** Begins a message of a conversation with channels; thoughts are in other channels than `final`. */
const channel = /<\|channel\|>\s{0,3}([\w-]{1,40})[^<]{0,200}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>/giu
const messageEnd = /<\|(?:end|return|start|call|channel)\|>/iu

/** A conversation with channels whose tokens some servers have removed. */
const bareChannels = /^\s*(?:analysis|commentary)[^]*assistant\s{0,3}final(?:json)?\s{0,3}(?=[^\w\s])/iu

/** The last message in the channel `final`; undefined for a text without channels, "" if there is none in it. */
const finalMessage = (text: string): string | undefined => {
  const found = [...text.matchAll(channel)]
  if (found.length === 0) return undefined
  const last = Option.getOrUndefined(Arr.findLast(found, ([, name]) => name!.toLowerCase() === "final"))
  return last === undefined ? "" : text.slice(last.index + last[0].length).split(messageEnd, 1)[0]!
}

/**
 * The text without thoughts in tags; drops everything before an unopened end tag, and everything after an unclosed tag.
 */
const outsideTags = (text: string): string => {
  let kept = ""
  let from = 0
  let isThinking = false
  for (const { 0: mark, groups, index } of text.matchAll(marks)) {
    const isEnd = groups?.["end"] !== undefined
    if (isEnd && !isThinking) kept = ""
    else if (!isThinking) kept += text.slice(from, index)
    isThinking = !isEnd
    from = index + mark.length
  }
  return isThinking ? kept : kept + text.slice(from)
}

/**
 * The text of a model without its thoughts, which are enclosed in tags such as `<think>` or written to other channels
 * than `final`. Some chat templates drop the opening tag, so everything before an unopened closing tag is thoughts.
 *
 * @example withoutThoughts("<think>yes, or {no}</think>yes") // "yes"
 * @example withoutThoughts("yes, or {no}</think>yes") // "yes"
 */
export const withoutThoughts = (text: string): string =>
  outsideTags(finalMessage(text) ?? text.replace(bareChannels, ""))
