/** Hosts that hide where a link leads. */
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

/** Links that let the reader into a chat or write to somebody. A link to a public post there is a source like any other. */
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

const chats = ["telegram", "whatsapp", "discord", "signal"]
const groups = ["", "channel", "group", "server"]

/** Phrases that solicit, as words in lower case with one space between: each addresses the reader, none is about a topic. */
export const invitationPhrases: ReadonlyArray<string> = [
  ...["join my", "join our", "subscribe to my", "subscribe to our"].flatMap((start) =>
    chats.flatMap((chat) => groups.map((group) => `${start} ${chat} ${group}`.trim()))
  ),
  ...["message me on", "contact me on", "text me on", "write me on", "contact us on", "message us on", "dm me on"]
    .flatMap((start) => chats.map((chat) => `${start} ${chat}`)),
  "click here to claim",
  "click here to earn",
  "click here to win",
  "click the link in my bio",
  "dm me for",
  "dm me to",
  "double your bitcoin",
  "double your money",
  "earn money from home",
  "follow me and i'll follow",
  "link in my bio",
  "make money fast",
  "make money online",
  "send me your wallet",
  "sign up with my link",
  "use my code",
  "use my discount code",
  "use my promo code",
  "use my referral",
  "visit my profile",
  "visit my website"
]
