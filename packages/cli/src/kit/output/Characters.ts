import type { CommandIo } from "../invocation/CommandIo.ts"

/** Whether to draw in ASCII: on a dumb terminal, and if the locale names an encoding other than UTF-8. */
export const needsAscii = ({ env }: Pick<CommandIo, "env">): boolean => {
  const locale = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find((text) => (text ?? "") !== "")
  return env["TERM"] === "dumb" || (locale !== undefined && !/utf-?8/i.test(locale))
}
