import type { CommandIo } from "../invocation/CommandIo.ts"

/**
 * Whether pictures must do with ASCII: on a dumb terminal, and where the locale names a set of characters other than
 * UTF-8.
 */
export const hasPlainCharacters = ({ env }: Pick<CommandIo, "env">): boolean => {
  const locale = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find((text) => (text ?? "") !== "")
  return env["TERM"] === "dumb" || (locale !== undefined && !/utf-?8/i.test(locale))
}
