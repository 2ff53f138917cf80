import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  canonicalCitation,
  canonicalUrl,
  citationLengthMax,
  schemeEnd,
  urlEnd
} from "../../src/forecasting/predictions/Citation.ts"
import { parseReasoning } from "../../src/forecasting/predictions/Reasoning.ts"

describe("a citation in canonical form", () => {
  it.each([
    ["https://example.org/a", "https://example.org/a"],
    ["HTTPS://EXAMPLE.org/A", "https://example.org/A"],
    ["http://example.org/a", "https://example.org/a"],
    ["http://example.org:80/a", "https://example.org/a"],
    ["https://example.org:443/a", "https://example.org/a"],
    ["https://example.org:/a", "https://example.org/a"],
    ["https://example.org:0443/a", "https://example.org/a"],
    ["https://example.org:8443/a", "https://example.org:8443/a"],
    ["http://example.org:443/a", "http://example.org:443/a"],
    ["https://example.org/a/", "https://example.org/a"],
    ["https://example.org/a//", "https://example.org/a"],
    ["https://example.org/a/?x=1", "https://example.org/a?x=1"],
    ["https://example.org/a#part", "https://example.org/a"],
    ["https://example.org/a?#part", "https://example.org/a"],
    ["https://example.org/a#?x=1", "https://example.org/a"],
    ["https://example.org/a?utm_source=x&utm_medium=y", "https://example.org/a"],
    ["https://example.org/a?id=7&UTM_Campaign=x&fbclid=1&gclid", "https://example.org/a?id=7"],
    ["https://example.org/a?%75tm_source=x", "https://example.org/a"],
    ["https://example.org/a?ref=main", "https://example.org/a?ref=main"],
    ["https://example.org/a?&b=1&&c=2&", "https://example.org/a?b=1&c=2"],
    ["https://user:secret@example.org/a", "https://example.org/a"],
    ["https://bank.example@evil.example/a", "https://evil.example/a"],
    ["https://example.org./a", "https://example.org/a"],
    ["https://example.org/a/./b/../c", "https://example.org/a/c"],
    ["https://example.org/a/%2e%2E/b", "https://example.org/b"],
    ["https://example.org/%7euser/%41%2f%c3%a9", "https://example.org/~user/A%2F%C3%A9"],
    ["https://example.org/é/日本", "https://example.org/%C3%A9/%E6%97%A5%E6%9C%AC"],
    ["https://example.org/e\u0301", "https://example.org/%C3%A9"],
    ["https://example.org/100%", "https://example.org/100%25"],
    ["https://example.org/%%34%31", "https://example.org/%2541"],
    ["https://BÜCHER.example/a", "https://bücher.example/a"],
    ["https://www.example.org/A;v=2", "https://www.example.org/A;v=2"],
    ["https://example.org/a?mtm_campaign=x&pk_kwd=y&ocid=z&id=7", "https://example.org/a?id=7"]
  ])("%s is %s", (raw, canonical) => expect(canonicalCitation(raw)).toBe(canonical))

  it.each([
    "",
    "example.org/a",
    "//example.org/a",
    "ftp://example.org/a",
    "https:/example.org/a",
    "https://",
    "https:///a",
    "https://example.org",
    "https://example.org/",
    "https://example.org//",
    "https://example.org/..",
    "https://example.org/?x=1",
    "https://example.org?x=1",
    "https://example.org/#a",
    "https://example..org/a",
    "https://.example.org/a",
    "https://exa mple.org/a",
    "https://exa%6dple.org/a",
    "https://example.org:port/a",
    "https://example.org:65536/a",
    "https://example.org:123456789/a",
    "https://[2001:db8::1/a",
    "https://[zz::1]/a",
    "https://[]/a",
    "https://[2001:db8::1]/a",
    "http://[::1]:8080/a",
    "https://192.0.2.1/a",
    "https://localhost/a",
    "https://wiki/a",
    "https://wiki./a",
    "https://printer.local/a",
    "https://db.internal/a",
    "https://a.home.arpa/a",
    "https://example.x/a",
    "https://example.org/;a",
    "https://example.org//;a/",
    "https://example.org/a b",
    "https://example.org/<a>",
    `https://${"a".repeat(254)}/a`,
    `https://example.org/${"a".repeat(citationLengthMax)}`
  ])("%s is not a citation", (raw) => expect(canonicalCitation(raw)).toBeUndefined())

  it("has at most 2,048 characters", () => {
    const start = "https://example.org/"
    const longest = start + "a".repeat(citationLengthMax - start.length)
    expect(canonicalCitation(longest)).toBe(longest)
    expect(canonicalCitation(longest + "a")).toBeUndefined()
    // The limit applies to the canonical form, too, in which each of these takes nine characters.
    expect(canonicalCitation(start + "日".repeat(225))?.length).toBe(start.length + 9 * 225)
    expect(canonicalCitation(start + "日".repeat(226))).toBeUndefined()
  })

  const piece = fc.constantFrom(
    ..."/?#&=%:@.[]()~;,'*+-_aZ09éßİ日😀\u0301\u00a0 ",
    "..",
    "//",
    "%2e",
    "%2F",
    "%7e",
    "%%34",
    "utm_a=",
    "fbclid",
    "x=1",
    ":80",
    ":443",
    ":8080",
    "[::1]",
    "example.org",
    "\ud800"
  )
  const address = fc.tuple(fc.constantFrom("http://", "https://", "HTTP://"), fc.array(piece, { maxLength: 14 }))
    .map(([scheme, pieces]) => scheme + pieces.join(""))

  it("is its own canonical form", () => {
    fc.assert(
      fc.property(fc.oneof(address, address.map((a) => a.replace("://", "://example.org/")), fc.webUrl()), (raw) => {
        const once = canonicalUrl(raw)
        if (once !== undefined) expect(canonicalUrl(once.url)).toEqual(once)
      }),
      { numRuns: 5_000 }
    )
  })

  it("does not depend on fragment, tracking parameters, scheme, case of the host or a trailing slash", () => {
    fc.assert(
      fc.property(fc.webPath(), fc.constantFrom("", "/", "?utm_source=x", "#top", "/?gclid=1#top"), (path, tail) => {
        expect(canonicalUrl("HTTP://Example.ORG/a" + path + tail)).toEqual(canonicalUrl("https://example.org/a" + path))
      })
    )
  })
})

describe("an address in running text", () => {
  const firstIn = (text: string): string => {
    const start = text.search(/https?:/i)
    return text.slice(start, urlEnd(text, schemeEnd(text, start)))
  }
  it.each([
    ["see https://a.org/b.", "https://a.org/b"],
    ["see https://a.org/b...", "https://a.org/b"],
    ["(https://a.org/b)", "https://a.org/b"],
    ["(https://a.org/b).", "https://a.org/b"],
    ["[text](https://a.org/b)[more](https://a.org/c)", "https://a.org/b"],
    ["https://a.org/b_(c)", "https://a.org/b_(c)"],
    ["(see https://a.org/b_(c)), then", "https://a.org/b_(c)"],
    ["<https://a.org/b>", "https://a.org/b"],
    ["\"https://a.org/b\"", "https://a.org/b"],
    ["“https://a.org/b”", "https://a.org/b"],
    ["'https://a.org/b'", "https://a.org/b"],
    ["**https://a.org/b**", "https://a.org/b"],
    ["`https://a.org/b`", "https://a.org/b"],
    ["https://a.org/b,https://a.org/c", "https://a.org/b"],
    ["https://a.org/b;http://a.org/c", "https://a.org/b"],
    ["https://a.org/b,c", "https://a.org/b,c"],
    ["https://a.org/b?x=1!", "https://a.org/b?x=1"],
    ["https://a.org/b\u00a0c", "https://a.org/b"],
    ["https://a.org/b。次", "https://a.org/b"],
    ["https://zh.wikipedia.org/wiki/人工智能", "https://zh.wikipedia.org/wiki/人工智能"],
    ["https://web.archive.org/web/2020/https://a.org/b", "https://web.archive.org/web/2020/https://a.org/b"],
    ["https://[::1]/a]", "https://[::1]/a"],
    ["https://a.org/b,新闻", "https://a.org/b"],
    ["https://a.org/b!新闻", "https://a.org/b"],
    ["https://zh.wikipedia.org/wiki/Wikipedia:首页", "https://zh.wikipedia.org/wiki/Wikipedia:首页"],
    ["https://ja.wikipedia.org/wiki/ジョン・レノン", "https://ja.wikipedia.org/wiki/ジョン・レノン"],
    ["https://a.org/b・新闻", "https://a.org/b"],
    ["https://de.wikipedia.org/wiki/Köln", "https://de.wikipedia.org/wiki/Köln"],
    ["https://hi.example.org/समाचार।", "https://hi.example.org/समाचार"],
    ["https://a.org/b\u0332c", "https://a.org/b"],
    ["https://a.org/b[1]", "https://a.org/b"],
    ["https://a.org/b[^12], c", "https://a.org/b"],
    ["https://a.org/b?x=1[2].", "https://a.org/b?x=1"],
    ["https://a.org/b?x[]=1&y[a]=2", "https://a.org/b?x[]=1&y[a]=2"],
    ["https://a.org/b(", "https://a.org/b"],
    ["_https://a.org/b_", "https://a.org/b"],
    ["__https://a.org/b__.", "https://a.org/b"],
    ["~~http://a.org/b~~", "http://a.org/b"],
    ["https://a.org/b_", "https://a.org/b_"],
    ["&lt;https://a.org/b&gt;", "https://a.org/b"],
    ["&quot;https://a.org/b?x=1&quot;.", "https://a.org/b?x=1"],
    ["'https://a.org/b&#39;", "https://a.org/b"],
    ["https://a.org/b?x=1&y=2;", "https://a.org/b?x=1&y=2"],
    ["https://a.org/b和https://a.org/c", "https://a.org/b"],
    ["https://a.org/维基/https://a.org/c", "https://a.org/维基/https://a.org/c"],
    ["https://a.org/维基https://a.org/c", "https://a.org/维基"],
    ["https://a.org/bhttps://a.org/c", "https://a.org/b"],
    ["https://a.org/b&https://a.org/c", "https://a.org/b"],
    ["'https://a.org/b','https://a.org/c'", "https://a.org/b"],
    ["https://a.org/login?next=https://a.org/c", "https://a.org/login?next=https://a.org/c"],
    ["https://a.org/b(https://a.org/c)", "https://a.org/b"]
  ])("of %s is %s", (text, expected) => expect(firstIn(text)).toBe(expected))
})

describe("an address followed by a mark of any script", () => {
  // Full-width and CJK marks, marks of other scripts, typographic quotes, invisible characters, spaces, and signs that NFKC
  // would turn into characters of an address.
  const marks = [
    ..."，。；：！？、（）［］｛｝【】「」『』〈〉《》〔〕．／～＊＃＆＋－＝＠｡､｢｣﹐﹑﹔﹕﹗﹖・",
    ..."،؛؟۔।॥״׳։។၊።፣",
    ..."“”‘’„‚«»‹›…‥—–·•¿¡‼⁇™²①",
    ..."ªºⁿᵃʰₐ\ufdfa",
    ..."\u00a0\u2003\u202f\u3000\u2028\u00ad\u200b\u200c\u200d\u200e\u2060\ufeff\ufe0f\u202e"
  ]
  const citationsIn = (text: string) => parseReasoning(text).citations

  it.each(marks.map((mark) => [`U+${mark.codePointAt(0)!.toString(16)}`, mark]))("%s ends there", (_, mark) => {
    for (const follower of ["乙方材料", "material", "مواد", " then"]) {
      expect(citationsIn(`见https://a.example.org/x${mark}${follower}`)).toEqual(["https://a.example.org/x"])
      expect(canonicalCitation(`https://a.example.org/x${mark}${follower.trim()}`)).toBe(undefined)
    }
  })

  it("leaves the next address to be read", () => {
    expect(citationsIn("见https://a.example.org/x，新闻见https://b.example.org/y。"))
      .toEqual(["https://a.example.org/x", "https://b.example.org/y"])
    expect(citationsIn("（https://a.example.org/x）、「https://b.example.org/y」")).toEqual([
      "https://a.example.org/x",
      "https://b.example.org/y"
    ])
    expect(citationsIn("ｈｔｔｐｓ：／／a.example.org/x，ｈttps://b.example.org/y！")).toEqual([
      "https://a.example.org/x",
      "https://b.example.org/y"
    ])
  })

  it("leaves the next address to be read after a word of a script without spaces", () => {
    for (const joint of ["和", "与", "或者", "と", "และ", "、", "及其"]) {
      expect([joint, ...citationsIn(`见https://a.example.org/x${joint}https://b.example.org/y。`)])
        .toEqual([joint, "https://a.example.org/x", "https://b.example.org/y"])
    }
  })

  it("keeps letters of any script within it", () => {
    for (
      const path of [
        "维基",
        "wiki/人工智能",
        "вики/Москва",
        "ويكي/مدينة",
        "wiki/Köln",
        "विकि/दिल्ली",
        "วิกิ/ไทย",
        "ウィキ/データ"
      ]
    ) {
      expect(citationsIn(`参见 https://zh.example.org/${path}，其中`)).toEqual([
        new URL(`https://zh.example.org/${path}`).href
      ])
    }
  })

  it("does not touch full-width marks elsewhere", () => {
    const text = "ＥＶＩＤＥＮＣＥ：１，２３４ 吨（见 https://a.example.org/x）。\nANALYSIS：略"
    expect(parseReasoning(text).sections.map(({ heading }) => heading)).toEqual(["EVIDENCE", "ANALYSIS"])
    expect(parseReasoning(text).dataPoints).toBe(2)
  })
})
