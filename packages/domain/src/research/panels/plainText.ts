import { excerpt } from "../../kernel/Excerpt.ts"
import { shownText } from "./DataFence.ts"

const link = /!?\[([^[\]\n]{0,300})\]\([^()\s]{0,2000}\)/gu
const address = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|(?:data|javascript|mailto):)\S*/giu

/**
 * The output of a model as a single line of plain text, cut to the given number of characters: without markup, and
 * without addresses, because a specialist cites passages and nothing else.
 *
 * @example plainText("It <b>rose</b>, see [here](https://a.example/b).", 100) // "It rose , see here."
 * @example plainText("See https://a.example/b now", 100) // "See [address] now"
 */
export const plainText = (text: string, lengthMax: number): string =>
  excerpt(shownText(shownText(text).replace(link, "$1").replace(address, "[address]")), lengthMax)
