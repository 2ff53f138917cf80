import type { CommentText } from "./CommentText.ts"
import { closingPhrases, invitationLinks, invitationPhrases, shortenerHosts } from "./SpamPhrases.ts"
import {
  capitalsPercent,
  characterRun,
  hiddenCharacters,
  markRun,
  phraseRepeats,
  repeatedPercent,
  signsPercent,
  wordRun
} from "./SpamSigns.ts"

/** What a spam rule may use besides the text. */
export interface SpamFacts {
  /** An earlier comment of the account, or of one with the same owner, with the same text. */
  readonly repeatedCommentId: string | null
}

/** An example text for a rule; `repeatedCommentId` is null unless given. */
export interface SpamExample {
  readonly text: string
  readonly repeatedCommentId?: string
}

/**
 * A spam rule as data: a measurement and the maximum that is allowed. A test runs the examples: every bad one breaks
 * this rule, and every good one passes all rules.
 */
export interface SpamRule {
  readonly id: string
  readonly limit: number
  /** The measured value; undefined when the rule does not apply to the text. Takes linear time. */
  readonly measure: (comment: CommentText, facts: SpamFacts) => number | undefined
  readonly message: (measured: number, facts: SpamFacts) => string
  /** The id of the repeated comment, for rules about repetition. */
  readonly existing?: (facts: SpamFacts) => string | null
  readonly bad: ReadonlyArray<SpamExample>
  readonly good: ReadonlyArray<SpamExample>
}

const isShortener = (host: string): boolean => shortenerHosts.has(host)

const isInvitation = (host: string, path: string): boolean =>
  invitationLinks.some((invitation) => host === invitation.host && path.toLowerCase().startsWith(invitation.path))

const closing = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${closingPhrases.join("|")})(?= *(?:[^\\p{L}\\p{N} ]|$)| (?:at|for|to) )`,
  "gu"
)

const phrasesIn = ({ prose, words }: CommentText): number => {
  const text = ` ${words.join(" ")} `
  const ended = prose.toLowerCase().replace(/\s+/gu, " ").match(closing)?.length ?? 0
  return invitationPhrases.filter((phrase) => text.includes(` ${phrase} `)).length + ended
}

/** The spam rules, in the order in which they are reported. */
export const spamRules: ReadonlyArray<SpamRule> = [
  {
    id: "own_repeat",
    limit: 0,
    measure: (_comment, { repeatedCommentId }) => repeatedCommentId === null ? 0 : 1,
    message: (_measured, { repeatedCommentId }) =>
      `The comment repeats, word for word, comment ${
        repeatedCommentId ?? ""
      } of this account or of one with the same owner.`,
    existing: ({ repeatedCommentId }) => repeatedCommentId,
    bad: [{ text: "The base rate for this is far below one in ten.", repeatedCommentId: "earlier" }],
    good: [{ text: "The base rate for this is far below one in ten." }]
  },
  {
    id: "repeated_word",
    limit: 3,
    measure: ({ words }) => wordRun(words),
    message: (measured) => `The comment says one word ${measured} times in a row; the maximum is 3.`,
    bad: [{ text: "Moon moon MOON moon, says everybody who holds this coin." }],
    good: [{ text: "That is a very, very, very thin margin for a forecast of ninety percent." }]
  },
  {
    id: "repeated_phrase",
    limit: 2,
    measure: ({ words }) => phraseRepeats(words),
    message: (measured) => `The comment says one phrase ${measured} times in a row; the maximum is 2.`,
    bad: [{ text: "BUY NOW BUY NOW BUY NOW before everybody else finds out" }],
    good: [{ text: "Again and again and then once more: the polls missed the rural vote by four points." }]
  },
  {
    id: "repeated_text",
    limit: 35,
    measure: ({ words }) => repeatedPercent(words),
    message: (measured) => `${measured} % of the comment repeats earlier parts; the maximum is 35 %.`,
    bad: [{
      text: "This market is mispriced and will correct soon. Read my profile! This market is mispriced and will correct"
        + " soon. Read it! This market is mispriced and will correct soon."
    }],
    good: [{
      text: "If the court rules before May the answer is yes; if the court rules after May the answer is no. I read the"
        + " docket as before May."
    }]
  },
  {
    id: "repeated_characters",
    limit: 7,
    measure: ({ prose }) => characterRun(prose),
    message: (measured) => `The comment holds one character ${measured} times in a row; the maximum is 7.`,
    bad: [{ text: "This is soooooooooo wrong about the turnout in every state" }, {
      text: "Nobody saw the recount coming at all!!!!!!!!!!!"
    }],
    good: [{ text: "The loan is 1000000000 dollars... -------- and the covenant is not published yet." }]
  },
  {
    id: "stacked_marks",
    limit: 5,
    measure: ({ text }) => markRun(text),
    message: (measured) => `The comment stacks ${measured} marks on one letter; the maximum is 5.`,
    bad: [{ text: `The forecast i${"\u0335\u0321\u0322\u0327".repeat(3)}s doomed and everybody knows it` }],
    good: [{ text: "Việt Nam tăng trưởng nhanh hơn dự báo của Ngân hàng Thế giới." }]
  },
  {
    id: "hidden_characters",
    limit: 8,
    measure: ({ read }) => hiddenCharacters(read),
    message: (measured) => `The comment hides ${measured} invisible characters; the maximum is 8.`,
    bad: [{ text: `The recount${"\u200b".repeat(9)} will change nothing at all here` }],
    good: [{
      text:
        "ការ\u200bបោះឆ្នោត\u200bនឹង\u200bមិន\u200bផ្លាស់ប្ដូរ\u200bអ្វី\u200bទេ\u200bព្រោះ\u200bភាគរយ\u200bទាប\u200bណាស់ one two three four five"
    }, {
      text:
        "Die Zins\u00adent\u00adschei\u00addung der Euro\u00adpäi\u00adschen Zen\u00adtral\u00adbank fiel knap\u00adper aus als er\u00adwar\u00adtet."
    }, {
      text: "The Scottish vote \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} decides this one."
    }]
  },
  {
    id: "signs",
    limit: 60,
    measure: ({ prose }) => signsPercent(prose),
    message: (measured) => `${measured} % of the comment is signs rather than words; the maximum is 60 %.`,
    bad: [{ text: "Up and away from here they go: ★☆★☆★☆ $$$ ★☆★☆★☆ $$$ ★☆★☆★☆ $$$ ★☆★☆★☆ (((((((" }],
    good: [{ text: "P(A|B) = P(B|A) * P(A) / P(B) = 0.3 / (0.3 + 0.7), so the odds stay where they were." }]
  },
  {
    id: "shouting",
    limit: 70,
    measure: ({ prose }) => capitalsPercent(prose),
    message: (measured) => `${measured} % of the comment's letters are capitals; the maximum is 70 %.`,
    bad: [{ text: "EVERYBODY KNOWS THAT THIS QUESTION WAS DECIDED LONG AGO" }],
    good: [{ text: "US GDP, CPI and PCE beat FOMC's SEP; EU HICP did not. NATO, UNESCO and OPEC stay out of it." }, {
      text: "NASA AND ESA SAID SO."
    }]
  },
  {
    id: "many_links",
    limit: 3,
    measure: ({ links }) => links.length,
    message: (measured) => `The comment has ${measured} links; the maximum is 3.`,
    bad: [{
      text:
        "Four pages say the same about the vote and nobody here has read them yet, so here you are with all of them:"
        + " https://a.org/1 https://b.org/2, www.c.org and d.org/4"
    }],
    good: [{
      text: "The agency revised its number twice (https://a.org/1, https://b.org/2), and the bank followed: see"
        + " www.c.org for the minutes."
    }, {
      text: "All three agencies revised their numbers: https://a.org/one https://b.org/two https://c.org/three"
    }, {
      text: "The latest release contradicts this: https://www.example.org/news/archives/empsit_02072025.htm"
    }]
  },
  {
    id: "link_shortener",
    limit: 0,
    measure: ({ links }) => links.filter(({ host }) => isShortener(host)).length,
    message: () => "The comment links through a shortener, which hides its target; give the address itself.",
    bad: [{ text: "The full table of results is at bit.ly/3xyzAbc for everybody to read" }],
    good: [{ text: "The full table of results is at https://example.org/bit.ly/table for everybody to read" }]
  },
  {
    id: "invitation",
    limit: 0,
    measure: (comment) =>
      phrasesIn(comment) + comment.links.filter(({ host, path }) => isInvitation(host, path)).length,
    message: () => "The comment invites readers elsewhere or sells something; write about the question.",
    bad: [
      { text: "Great odds today, join my Telegram for the winning picks of the week" },
      { text: "All of our signals are here for free: https://chat.whatsapp.com/AbCdEf123" },
      { text: "DM me for a strategy that has doubled my account since March" },
      { text: "Questions about these odds? Contact me on Signal: @oracle, any day of the week" },
      { text: "These are the picks that won all week, so text me on signal for the next ones" },
      { text: "Buy cheap viagra pills online, the pharmacy that ships everywhere in two days" },
      { text: "Casino bonus free spins for every new player who registers before Friday night" }
    ],
    good: [
      { text: "The ministry said so on its Telegram channel (https://t.me/ministry/1234) before it was deleted." },
      {
        text: "Buy now, pay later lenders are a small part of consumer credit, so I doubt the effect."
      },
      { text: "You can use my code to reproduce the regression on the public returns of every county." },
      { text: "The plan to double your money through leverage is exactly what regulators warned of." },
      { text: "Contact me on signal quality questions, since the noise floor decides whether this launches." },
      { text: "The hacked accounts promised to double your bitcoin, and the exchange froze the wallets within hours." },
      { text: "Fewer people earn money from home than in 2021, so office vacancies should fall by spring." },
      { text: "Retail traders who hoped to make money fast left in May; few of them make money online at all." },
      { text: "Pfizer let patients buy Viagra without a prescription in Britain, so the precedent for this is there." },
      {
        text: "Whether the regulator bans casino bonus offers depends on the vote about online pharmacies and gambling."
      },
      { text: "If we join our signal with theirs, the poll average moves by less than a point in any swing state." }
    ]
  }
]
