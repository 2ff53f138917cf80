/** What surrounds the text of a page on different kinds of sites. */
export type Shell = (title: string, body: string) => string

const head = (title: string, site: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | ${site}</title>
<script>window.page = { id: 4711 }</script><style>nav a{color:#333}.skip{position:absolute;left:-9999px}.gone{display:none}</style></head>`
const menu =
  `<nav><ul><li><a href="/">Home</a><li><a href="/news">News</a><li><a href="/data">Data 2020</a><li><a href="/about">About us</a></ul></nav>`
const banner = `<div class="gone">We use 99 cookies. <button>Accept</button></div>`

export const shells = {
  /** A newspaper: the article within the main content, with teasers beside it. */
  news: (title, body) =>
    `${head(title, "Example Times")}<body><a class="skip" href="#a">Skip to content</a><header>${menu}</header>${banner}
<main><article><h1>${title}</h1>${body}<ul class="tags"><li><a href="/t/1">Rivers</a><li><a href="/t/2">Money</a><li><a href="/t/3">Towns</a></ul></article>
<article class="teaser"><a href="/x">Ten tips for 2025</a></article></main><aside>Most read: 7 photos</aside><footer>© 2024 Example Times, 12 Main Street</footer></body></html>`,
  /** A ministry: an article and nothing else says where the text is. */
  ministry: (title, body) =>
    `${
      head(title, "Ministry of Examples")
    }<body>${menu}<div class="wrap"><article class="press comment related"><h1>${title}</h1>${body}</article></div>
<footer><p>Ministry of Examples, Square 5, 10117 Example</p></footer></body></html>`,
  /** A statistical office: main content in sections. */
  office: (title, body) =>
    `${
      head(title, "Office of Statistics")
    }<body><header role="banner">${menu}</header><div role="main"><h1>${title}</h1><section class="sidebar">${body}</section></div>
<footer>Service 0800 123456</footer></body></html>`,
  /** A page of divisions, as most were made for twenty years. */
  plain: (title, body) =>
    `${
      head(title, "Example")
    }<body><div id="header"><div class="menu"><a href="/">Home</a> <a href="/b">Back issues 1999</a></div></div>
<div id="content"><div class="post"><h1>${title}</h1>${body}</div></div><div id="footer">Imprint · <a href="/p">Privacy</a></div></body></html>`,
  /** A bare document. */
  bare: (title, body) => `<html><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`
} satisfies Readonly<Record<string, Shell>>

/** Paragraphs without difficulties, so that a page has enough text to be read. */
export const prose = [
  "The council met for three hours on Tuesday evening and heard from the treasurer, two engineers and a dozen residents before it put off the vote on the flood wall until the spring. Nobody spoke against the wall itself, but many asked who would pay for it, and whether the river could be given more room upstream instead.",
  "Fishermen at the upper bridge have measured the water every morning for as long as anybody remembers. Their book, which the library now keeps, shows quiet years and wild ones side by side. The engineers say that they trust the book more than the gauge, because the gauge was moved twice and the bridge never was.",
  "Prices rose more slowly than wages for the first time since the mill closed, the office wrote in its report for the season. Rents went up in the old town and fell near the harbour, where many new flats stand empty. The mayor called the figures a relief, and her opponents called them a matter of chance.",
  "A second opinion on the bridge is due before the summer. The first one found the pillars sound and the bearings worn, and recommended that heavy lorries use the ring road until the bearings have been replaced. The hauliers complain that the detour takes half an hour, which nobody pays them for."
] as const
