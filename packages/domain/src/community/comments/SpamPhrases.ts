/** Hosts of link shorteners. */
export const shortenerHosts: ReadonlySet<string> = new Set([
  "adf.ly",
  "bit.do",
  "bit.ly",
  "bitly.com",
  "bl.ink",
  "buff.ly",
  "clck.ru",
  "cutt.ly",
  "dub.sh",
  "goo.gl",
  "is.gd",
  "j.mp",
  "linktr.ee",
  "lnkd.in",
  "ow.ly",
  "qr.ae",
  "rb.gy",
  "rebrand.ly",
  "s.id",
  "shorte.st",
  "shorturl.at",
  "shrtco.de",
  "t.co",
  "t.ly",
  "tiny.cc",
  "tiny.one",
  "tinyurl.com",
  "u.to",
  "urlz.fr",
  "v.gd",
  "x.gd"
])

/**
 * Links that invite the reader to a chat or a private conversation. A link to a public post on the same host is
 * allowed.
 */
export const invitationLinks: ReadonlyArray<{ readonly host: string; readonly path: string }> = [
  { host: "t.me", path: "/joinchat" },
  { host: "t.me", path: "/+" },
  { host: "telegram.me", path: "/joinchat" },
  { host: "telegram.me", path: "/+" },
  { host: "discord.gg", path: "/" },
  { host: "discord.com", path: "/invite" },
  { host: "discordapp.com", path: "/invite" },
  { host: "chat.whatsapp.com", path: "/" },
  { host: "wa.me", path: "/" },
  { host: "api.whatsapp.com", path: "/send" },
  { host: "signal.group", path: "/" },
  { host: "line.me", path: "/r/" }
]

const chats = ["telegram", "whatsapp", "discord"]
const groups = ["channel", "group", "server"]
const joining = ["join my", "join our", "subscribe to my", "subscribe to our"]
const writing = [
  "message me on",
  "contact me on",
  "text me on",
  "write me on",
  "contact us on",
  "message us on",
  "dm me on"
]

/**
 * Phrases that solicit or sell, in lower case with single spaces. Each addresses the reader. A phrase that can occur in
 * a discussion of money, gambling, medicines or scams is not listed, because these are topics of questions.
 */
export const invitationPhrases: ReadonlyArray<string> = [
  ...joining.flatMap((start) => [
    ...chats.map((chat) => `${start} ${chat}`),
    ...groups.map((group) => `${start} signal ${group}`)
  ]),
  ...writing.flatMap((start) => chats.map((chat) => `${start} ${chat}`)),
  "bonus free spins",
  "buy cheap viagra",
  "buy viagra online",
  "cheap viagra pills",
  "click here to claim",
  "click here to earn",
  "click here to win",
  "click the link in my bio",
  "dm me for",
  "dm me to",
  "double your bitcoin with me",
  "double your bitcoin with my",
  "double your money with me",
  "double your money with my",
  "earn money from home with me",
  "earn money from home with my",
  "follow me and i'll follow",
  "free spins no deposit",
  "invest with me and",
  "link in my bio",
  "make money fast with me",
  "make money fast with my",
  "make money online with me",
  "make money online with my",
  "send me your wallet",
  "sign up with my link",
  "use my discount code",
  "use my promo code",
  "use my referral code",
  "use my referral link",
  "viagra pills online",
  "visit my profile",
  "visit my website",
  "whatsapp me at",
  "whatsapp me on"
]

/** Phrases that count only at the end of a sentence or before an address, because "signal" is also a common noun. */
export const closingPhrases: ReadonlyArray<string> = [...joining, ...writing].map((start) => `${start} signal`)
