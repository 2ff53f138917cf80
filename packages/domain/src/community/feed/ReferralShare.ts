import { Schema } from "effect"
import type { OutboundFailure } from "../../kernel/Outbound.ts"

/** The maximum number of pages fetched per account and UTC day. */
export const shareChecksPerDay = 10

export const ReferralShareStatus = Schema.Literal("verified", "rejected")
export type ReferralShareStatus = typeof ReferralShareStatus.Type

/** A page on which an account claims to have shared its referral code. */
export const ReferralShare = Schema.Struct({
  id: Schema.String,
  user_id: Schema.String,
  /** In canonical form, by which shares of the same page are equal. */
  url: Schema.String,
  status: ReferralShareStatus,
  /** The reason of the status, as a sentence. */
  reason: Schema.String,
  created_at: Schema.Date,
  /** When the page was last read. */
  checked_at: Schema.Date
}).annotations({ identifier: "ReferralShare" })
export interface ReferralShare extends Schema.Schema.Type<typeof ReferralShare> {}

/** The result of reading a page. */
export interface ShareVerdict {
  readonly status: ReferralShareStatus
  readonly reason: string
}

const isPartOfWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_-]/u.test(sign)

/**
 * Whether a text contains the code as a whole word, in any case. It may be part of a link, as in `?ref=CODE`.
 *
 * @example holdsCode("https://auspex.example/signup?ref=7GQ2M4T9ZK&x=1", "7GQ2M4T9ZK") // true
 * @example holdsCode("17GQ2M4T9ZK", "7GQ2M4T9ZK") // false
 */
export const holdsCode = (text: string, code: string): boolean => {
  if (code === "") return false
  const pattern = new RegExp(code.replace(/[^A-Za-z0-9]/g, "\\$&"), "gi")
  for (const { index } of text.matchAll(pattern)) {
    if (!isPartOfWord(text[index - 1]) && !isPartOfWord(text[index + code.length])) return true
  }
  return false
}

const hostOf = (url: string): string => /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? ""

/** Verifies a share: the page contains the code and does not belong to this platform. */
export const judgeShare = (
  page: { readonly url: string; readonly text: string },
  code: string,
  publicUrl: string
): ShareVerdict => {
  if (hostOf(page.url) === hostOf(publicUrl)) {
    return { status: "rejected", reason: "This is a page of this service itself." }
  }
  return holdsCode(page.text, code)
    ? { status: "verified", reason: "Your referral code is on the page." }
    : { status: "rejected", reason: `Your referral code ${code} is not on the page as a word of its own.` }
}

const unreadable: Readonly<Record<OutboundFailure["reason"], string>> = {
  dns: "there is no such host",
  connect: "nobody answered there",
  tls: "its certificate is not trusted",
  timeout: "it took too long",
  broken: "the connection broke off",
  status: "it did not answer with success",
  redirects: "it redirects too often",
  content_type: "it is not a text",
  encoding: "it is compressed in an unknown way",
  too_large: "it is too large"
}

/** The verdict on a page that could not be read. */
export const unreadableShare = ({ reason, status }: OutboundFailure): ShareVerdict => ({
  status: "rejected",
  reason: `The page could not be read: ${unreadable[reason]}${
    reason === "status" && status !== undefined ? ` (${status})` : ""
  }.`
})
