import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import { Either } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { caseFold } from "../../src/text/CaseFold.ts"
import { foldLookalikes, lookalikes } from "../../src/text/Lookalikes.ts"
import { nameKey, normaliseName } from "../../src/platform/accounts/AccountName.ts"
import { agentRoles, formatRoles, parseRoles } from "../../src/platform/identity/AgentRole.ts"
import { decayDue } from "../../src/forecasting/scoring/Decay.ts"
import { emailKey, normaliseEmail } from "../../src/platform/accounts/Email.ts"
import { judgePassword } from "../../src/platform/accounts/Password.ts"
import { judgeProfile, type ProfileFields } from "../../src/platform/accounts/Profile.ts"

const left = <A, E>(judged: Either.Either<A, E>): E | undefined => Either.isLeft(judged) ? judged.left : undefined
const right = <A, E>(judged: Either.Either<A, E>): A | undefined => Either.isRight(judged) ? judged.right : undefined

describe("a name", () => {
  it.each([
    ["Ada", "Ada"],
    ["  Ada\u00a0", "Ada"],
    ["Ａｄａ", "Ada"],
    ["al", "al"],
    ["Ada Lovelace", "Ada Lovelace"],
    ["李四", "李四"],
    ["❤\uFE0F❤\uFE0F", "❤\uFE0F❤\uFE0F"],
    ["👍".repeat(64), "👍".repeat(64)],
    ["x".repeat(64), "x".repeat(64)]
  ])("%j is stored as %j", (name, stored) => expect(right(normaliseName(name))).toBe(stored))

  it.each([
    ["nothing", "", { measured: 0, limit: 2 }],
    ["one character", " a ", { measured: 1, limit: 2 }],
    ["one wide character", "👍", { measured: 1, limit: 2 }],
    ["65 characters", "x".repeat(65), { measured: 65, limit: 64 }],
    ["32 ligatures that normalise to 96 characters", "ﬃ".repeat(32), { measured: 96, limit: 64 }],
    ["a line break", "a\nb", { measured: "U+000A" }],
    ["NUL", "a\0b", { measured: "U+0000" }],
    ["DEL", "a\u007fb", { measured: "U+007F" }],
    ["zero width space", "a\u200bb", { measured: "U+200B" }],
    ["zero width joiner", "a\u200db", { measured: "U+200D" }],
    ["right-to-left override", "a\u202eb", { measured: "U+202E" }],
    ["isolate", "a\u2066b", { measured: "U+2066" }],
    ["soft hyphen", "a\u00adb", { measured: "U+00AD" }],
    ["byte order mark inside", "a\ufeffb", { measured: "U+FEFF" }],
    ["line separator", "a\u2028b", { measured: "U+2028" }],
    ["Hangul filler", "a\u3164b", { measured: "U+1160" }],
    ["blank of Braille", "a\u2800b", { measured: "U+2800" }],
    ["tag characters", "a\u{e0061}b", { measured: "U+E0061" }],
    ["half a surrogate pair", "a\ud83d", { measured: "U+D83D" }]
  ])(
    "with %s is refused",
    (_, name, failure) =>
      expect(left(normaliseName(name))).toMatchObject({ code: "INVALID_REQUEST", field: "name", ...failure })
  )

  it("is normal once normalised, and its key ignores case, width and variation", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme", minLength: 2, maxLength: 80 }), (text) => {
      const name = right(normaliseName(text))
      if (name === undefined) return
      expect(right(normaliseName(name))).toBe(name)
      expect(nameKey(name)).toBe(nameKey(name.toUpperCase()))
    }))
    expect(nameKey("ADA")).toBe(nameKey("ada"))
    expect(nameKey("❤\uFE0Fx")).toBe(nameKey("❤X"))
    expect(nameKey("Ada")).not.toBe(nameKey("Adam"))
  })

  it.each([
    ["Cyrillic letters", "Аdа Lоvelace"],
    ["Greek ones", "Αda Lοvelace"],
    ["small capitals", "ᴀᴅᴀ Lovelace"],
    ["Lisu capitals", "ꓮꓓꓮ Lovelace"],
    ["two spaces", "Ada  Lovelace"],
    ["a wide space", "Ada\u2003 Lovelace"],
    ["a combining mark without a composed form", "Ada Lovel\u0332ace"]
  ])("with %s is the same as without", (_, name) => {
    expect(nameKey(right(normaliseName(name))!)).toBe(nameKey("Ada Lovelace"))
  })

  it("is distinct if a reader can tell it apart", () => {
    const names = ["Jose", "José", "Ada 1", "Ada l", "Adal", "李四", "李五", "Мост", "Most"]
    expect(new Set(names.map(nameKey)).size).toBe(names.length)
    expect(nameKey("O\u2019Hara")).toBe(nameKey("O'Hara"))
    expect(nameKey("x\u2013y")).toBe(nameKey("x-y"))
  })

  it.each([
    "admin",
    "Admin",
    "ADMINISTRATOR",
    "Auspex",
    "system",
    "removed",
    "[removed]",
    "moderator",
    "Official",
    "support",
    "Аdmin",
    "ádmin",
    "adm1n",
    "4dmin",
    "a d m i n",
    "Admin2",
    "Auspex Admin",
    "The Auspex Team",
    "Auspex-Support",
    "ѕуѕtеm",
    "sys.tem",
    "Auspеx",
    "adrnin",
    "offlcial",
    "rооt",
    "Official Auspex Bot"
  ])("%j is reserved", (name) => {
    expect(left(normaliseName(name))).toMatchObject({ code: "INVALID_REQUEST", field: "name" })
  })

  it.each(["Systematic Ada", "Adminka", "Auspicious", "Supporter", "Team Seven", "The Bot", "Official Records Reader"])(
    "%j is not reserved",
    (name) => expect(right(normaliseName(name))).toBe(name)
  )

  it("folds each look-alike to one Latin letter, in the form in which keys are compared", () => {
    for (const [letter, latin] of lookalikes) {
      expect([caseFold(letter), foldLookalikes(letter)]).toEqual([letter, latin])
      expect(latin).toMatch(/^[a-z]$/)
    }
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const key = nameKey(text)
      expect(nameKey(key)).toBe(key)
    }))
  })
})

describe("roles", () => {
  it.each([
    ["predictor", ["predictor"]],
    ["predictor,guardian", ["predictor", "guardian"]],
    [" scout , debater,scout", ["scout", "debater"]]
  ])("%j is %j", (text, roles) => expect(right(parseRoles(text))).toEqual(roles))

  it.each(["", "admin", "predictor,", ",", "Predictor", "predictor guardian", "__proto__", "x".repeat(9_999)])(
    "%j is refused",
    (text) => expect(left(parseRoles(text))).toMatchObject({ code: "INVALID_REQUEST", field: "role" })
  )

  it("are unchanged after formatting and parsing", () => {
    fc.assert(fc.property(fc.uniqueArray(fc.constantFrom(...agentRoles), { minLength: 1 }), (roles) => {
      expect(right(parseRoles(formatRoles(roles)))).toEqual(roles)
    }))
  })
})

describe("an e-mail address", () => {
  it.each([
    ["ada@example.org", "ada@example.org"],
    ["  Ada.L+x@Example.ORG ", "Ada.L+x@Example.ORG"],
    ["ada@localhost", "ada@localhost"],
    ["ünï@exämple.org", "ünï@exämple.org"],
    [`${"a".repeat(242)}@example.org`, `${"a".repeat(242)}@example.org`]
  ])("%s is accepted", (text, stored) => expect(right(normaliseEmail(text))).toBe(stored))

  it.each([
    "",
    "ada",
    "@example.org",
    "ada@",
    "a@b@c",
    "ada@example..org",
    "ada@.example.org",
    "ada@example.org.",
    "a da@example.org",
    "ada@example.org\r\nBcc: eve@example.org",
    "ada,eve@example.org",
    "<ada@example.org>",
    "ada@exam\u200bple.org",
    `${"a".repeat(243)}@example.org`
  ])(
    "%j is refused",
    (text) => expect(left(normaliseEmail(text))).toMatchObject({ code: "INVALID_REQUEST", field: "email" })
  )

  it("has a case-insensitive key", () => expect(emailKey(" Ada@Example.ORG ")).toBe("ada@example.org"))

  it("is checked in linear time for a long hostile text", async () => {
    const input = (size: number) => "a@" + "a.".repeat(size)
    expect(left(normaliseEmail(input(500_000)))).toBeDefined()
    expect(await costGrowth({ input, work: normaliseEmail, size: 1_000_000 })).toBeLessThan(linearGrowthMax)
  })
})

describe("a password", () => {
  it.each([
    ["8 characters", "12345678", undefined],
    ["8 blanks", "        ", undefined],
    ["8 wide characters", "👍".repeat(8), undefined],
    ["256 characters", "x".repeat(256), undefined],
    ["256 wide characters", "👍".repeat(256), undefined],
    ["7 characters", "1234567", { measured: 7, limit: 8 }],
    ["7 wide characters", "👍".repeat(7), { measured: 7, limit: 8 }],
    ["257 characters", "x".repeat(257), { measured: 257, limit: 256 }]
  ])("of %s", (_, password, wrong) => {
    const found = judgePassword(password)
    if (wrong === undefined) expect(found).toBeUndefined()
    else {
      expect(found).toMatchObject({ code: "INVALID_REQUEST", field: "password", ...wrong })
      expect(JSON.stringify(found)).not.toContain(password)
    }
  })
})

describe("a profile", () => {
  const max: ReadonlyArray<readonly [keyof ProfileFields, number]> = [
    ["bio", 500],
    ["catchphrase", 140],
    ["philosophy", 280],
    ["domain_focus", 500],
    ["persona_archetype", 100]
  ]
  it.each(max)("accepts %s of %i characters and no more", (field, limit) => {
    expect(judgeProfile({ [field]: "é".repeat(limit) })).toEqual([])
    expect(judgeProfile({ [field]: "é".repeat(limit + 1) })).toMatchObject([{ field, measured: limit + 1, limit }])
  })

  it("accepts no fields, empty texts and any archetype", () => {
    expect(judgeProfile({})).toEqual([])
    expect(judgeProfile({ bio: "", avatar_url: "", persona_archetype: "of_my_own", risk_profile: "aggressive" }))
      .toEqual([])
  })

  it("reports all failures together", () => {
    const failures = judgeProfile({ bio: "x".repeat(501), avatar_url: "javascript:1", risk_profile: "yolo" })
    expect(failures.map((failure) => failure.field)).toEqual(["bio", "avatar_url", "risk_profile"])
  })
})

describe("decay", () => {
  it.each([
    [5_000, 6, 0],
    [5_000, 7, 100],
    [5_000, 400, 100],
    [5_049, 7, 100],
    [5_050, 7, 101],
    [1_020, 7, 20],
    [1_019, 7, 19],
    [1_001, 7, 1],
    [1_000, 7, 0],
    [999, 7, 0],
    [0, 7, 0],
    [-50, 7, 0]
  ])("of %i points after %i days takes %i", (balance, days, due) => expect(decayDue(balance, days)).toBe(due))

  it("never takes a balance below 1,000, nor more than 2 %", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.nat(1_000), (balance, days) => {
      const due = decayDue(balance, days)
      expect(Number.isInteger(due) && due >= 0 && due * 50 <= balance).toBe(true)
      if (balance >= 1_000) expect(balance - due).toBeGreaterThanOrEqual(1_000)
    }))
  })
})
