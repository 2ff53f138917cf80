import * as fc from "effect/FastCheck"

const pieces = [
  "a",
  "Word",
  "It rose. ",
  "Dr. Smith of the U.S. Treasury said so. ",
  "3.5 % ",
  " ",
  "  ",
  "\n",
  "\n\n",
  "\r\n",
  "\t",
  "Results",
  "- item",
  "1. First\n",
  "。",
  "経済は成長した。",
  "！",
  "e\u0301",
  "\u0301",
  "👩‍🔬",
  "🇩🇪",
  "🇫🇷",
  "👍🏽",
  "\u200d",
  "\ud83d",
  "\udc4d",
  "\u00ad",
  "\u200b",
  "한국어",
  "ก็ำ",
  "\u0600",
  "नमस्ते। ",
  ".",
  "...",
  "[1]",
  "\"",
  ")",
  "x".repeat(400),
  "日本".repeat(300),
  "A sentence of some length that says nothing at all about anything, and goes on. ".repeat(3),
  "\ue000",
  "\u2028",
  "\u3000"
]

/** Texts of what makes cutting and cleaning difficult, and any UTF-16 code units. */
export const anyUnits: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((units) => String.fromCharCode(...units))
)
