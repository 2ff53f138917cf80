import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { findProfanity } from "../../src/outbound/index.ts"

const found = (text: string) => findProfanity(text).map(({ end, start }) => text.slice(start, end))

describe("profanity is found", () => {
  it.each([
    "fuck",
    "FUCK",
    "FuCk",
    "fuuuuck",
    "ffuucckk",
    "f u c k",
    "f.u.c.k",
    "f-u-c-k",
    "f_u_c_k",
    "f  u  c  k",
    "fu ck",
    "fu-ck",
    "f uck",
    "f\u200bu\u200bc\u200bk",
    "f\u00aduck",
    "fu\u2060ck",
    "f\u0336u\u0336c\u0336k\u0336",
    "fück",
    "ｆｕｃｋ",
    "𝓯𝓾𝓬𝓴",
    "ⓕⓤⓒⓚ",
    "fuсk",
    "fυck",
    "f*ck",
    "f**k",
    "f#ck",
    "fvck",
    "phuck",
    "fcking",
    "fuk",
    "<fuck>",
    "</shit>",
    "x <fuck you all> y",
    "a<b shit c>d",
    "This <fucking> forecast",
    "motherfucker",
    "motherf*cker",
    "unfuckingbelievable",
    "sh1t",
    "$hit",
    "sh!t",
    "5h1t",
    "s h i t",
    "sh*t",
    "s**t",
    "shi7",
    "shiiiit",
    "Sh\u0456t",
    "bullshit",
    "bull5hit",
    "shitty",
    "s.h.i.t!",
    "a$$hole",
    "@sshole",
    "a55hole",
    "assh0le",
    "ASSHOLE",
    "ass hole",
    "you ass!",
    "dumbass",
    "b1tch",
    "b!tch",
    "biiitch",
    "bitches",
    "b*tch",
    "bi-tch",
    "son of a bitch",
    "c u n t",
    "cunt!",
    "cunts",
    "ⅽunt",
    "d1ckhead",
    "suck my d1ck",
    "dickhead",
    "f4ggot",
    "faggots",
    "n1gger",
    "nigg3rs",
    "n!gga",
    "r3tard",
    "retarded",
    "wh0re",
    "s1ut",
    "slut",
    "wanker",
    "w4nker",
    "twat",
    "bastard",
    "b4stard",
    "bollocks",
    "pussy",
    "cocksucker",
    "tits",
    "pissed",
    "piss",
    "ꜰᴜᴄᴋ",
    "ꜱʜɪᴛ",
    "🅵🆄🅲🅺",
    "🅕🅤🅒🅚",
    "shıt",
    "cvnt",
    "(unt",
    "fcuk",
    "f|u|c|k",
    "fu<b></b>ck",
    "f<i>u</i>ck",
    "bitchy",
    "bitching",
    "ass-hole",
    "cock-sucker",
    "dick-head",
    "c0ck-eyed",
    "fuck-all",
    "shit-storm",
    "cunt-ish",
    "stupid-faggot",
    "faggot-lover",
    "total-retard",
    "retard-logic",
    "pussy-boy",
    "dumb-prick",
    "your dick-ish",
    "lying-bastard",
    "fat-cock",
    "lazy-ass",
    "nice-tits",
    "turd-brain"
  ])("%s", (disguise) => {
    const text = `Honestly, what ${disguise} of a forecast is this?`
    expect(found(text), text).toHaveLength(1)
    expect(found(disguise)).toHaveLength(1)
  })

  it("at its position, once per occurrence", () => {
    expect(found("This is sh1t and f.u.c.k, fuckfuck; nothing else.")).toEqual(["sh1t", "f.u.c.k", "fuck", "fuck"])
    expect(found("𝓯𝓾𝓬𝓴 that")).toEqual(["𝓯𝓾𝓬𝓴"])
  })
})

describe("innocent words are not found", () => {
  const innocent = [
    "Bitche in Moselle, Bastardo in Umbria, Cunter in the Grisons",
    "The tariffs retarded growth; frost retarded the harvest, which was retarded by rain. Retarded potentials of Liénard.",
    "It holds (until May); see (unto) and the old (untaxed) price, <b>in bold</b>, a|b|c, and ışık, ılık, sıtma.",
    "Scunthorpe Penistone Lightwater Clitheroe Sussex Essex Middlesex Wessex Cockermouth Shitterton Twatt Dickleburgh Sandwich",
    "Arsenal Hancock Dickens Dickinson Hitchcock Babcock Alcock Cockburn Titchmarsh Titicaca Wankel Wankhede Pissarro Cummings Fukushima Fukuyama",
    "assess assessment assets associate assume assassin class mass passage grass bass embassy Massachusetts compass classic assault Hassan",
    "cockpit cocktail peacock shuttlecock cockroach woodcock cockatoo cockney",
    "analysis analyst analogy canal banal analgesic annals",
    "shiitake mushrooms Harshit Rana and Rakshit pushit",
    "therapist therapists rapeseed grape drape",
    "cumulative document circumstance cucumber cumin cum-ex",
    "sextant sextet Sussex sex ratio at birth",
    "titan title constitution institution competition tit for tat",
    "Montenegro and the Rio Negro",
    "snigger niggardly Niger Nigeria Nigerian",
    "fire retardant",
    "flood dykes in the Netherlands",
    "Van Dyke",
    "mishit the ball",
    "Dick Cheney and Dick Durbin",
    "FK Crvena Zvezda beat FK Partizan",
    "Fu Xiaolan and Kung Fu",
    "basement abasement",
    "button butter rebuttal",
    "evaluate saltwater",
    "hello shell Michelle hell",
    "455 seats, 53x revenue, 717 flights, the A55 road and a Galaxy A55",
    "the U.S. hit a record and Amazon's hit show",
    "who re-elected them?",
    "push it, wish it, crash it",
    "spastic diplegia",
    "the pen is mightier",
    "cock-eyed, half-cock, cock-fight, cock-and-bull, cock-crow, weather-cock, stop-cock, ball-cock, cock-of-the-rock, cock-sure",
    "cockeyed half-cocked cockfighting cockcrow stopcocks petcock haycock cockchafer cocksure cockscomb turncock",
    "blue-tits and blue tits, coal tits, long-tailed tits, titmouse, tit-bit, a tits-up transistor",
    "pussy-cat pussyfooting pussy-footing pussy-willows; a pin-prick, pinpricks, prick-eared dogs",
    "the Asiatic wild ass, wild-ass herds, pack-asses and the jackass penguin",
    "bastard-file bastardy bastard-wing; the spark-retard; Faggots and peas; piss-a-bed; dick-cissel; turd-like coprolites",
    "blue-footed boobies, booby-trap, booby prize",
    "Shiite Shiites Shi'ite Shiitake shiitakes",
    "debugger gobbledygook raccoon tycoon spick-and-span despicable Jizzakh harpoon doorknob swanky",
    "as so many",
    "has hit",
    "Swiss hit",
    "Smith it was",
    "Pussy Riot",
    "prick up your ears",
    "titular quantity entity",
    "scrap paper",
    "a.b.c. and x, y, z",
    "P(A|B) = 3/5 * a",
    "I, a U.S. citizen",
    "uncock",
    "Uranus Janus tetanus",
    "bastardised",
    "chinks in the armour",
    "Jackass Flat, Cuntis, Rohrbach-lès-Bitche, Wādī Fūkīn",
    "porn law in Texas",
    "the rape conviction stood",
    "Slutsk and Słupsk",
    "Bich Phuong",
    "Traffickers trafficked; feckless",
    "orgies of spending"
  ]
  it.each(innocent)("%s", (text) => expect(found(text)).toEqual([]))

  it("in other scripts and languages", () => {
    for (
      const text of [
        "Центральный банк повысил ставку, потому что инфляция ускорилась, а рубль ослаб.",
        "Η κεντρική τράπεζα αύξησε τα επιτόκια επειδή ο πληθωρισμός επιταχύνθηκε.",
        "中央银行提高了利率，因为通货膨胀加速了。",
        "Die Kunst der Fuge; das Fach, die Fakten, der Facharzt; dick und dünn: der dicke Fisch.",
        "Le phoque gris, l'assemblée, la massue, le coq et les analyses."
      ]
    ) expect(found(text), text).toEqual([])
  })
})

describe("for any text", () => {
  it("spans are ordered, disjoint and within the text, and nothing throws", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.array(fc.constantFrom("fuck", "sh", "it", "1", "*", " ", ".", "\u200b", "ѕ", "𝓯", "\ud83d", "as", "s"), {
        maxLength: 80
      })
        .map((parts) => parts.join(""))
    )
    fc.assert(fc.property(text, (each) => {
      let last = 0
      for (const { end, start } of findProfanity(each)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(each.length)
    }))
  })

  it.each(["a", "a ", "f.", "f*", "fu ", "(", "1", "\u0301", "ass", "f u c k "])(
    "reads 4,000 characters of %j in linear time",
    async (part) => {
      const input = (size: number) => part.repeat(size / part.length)
      expect(await costGrowth({ input, work: findProfanity, size: 8_000 })).toBeLessThan(linearGrowthMax)
    }
  )
})
