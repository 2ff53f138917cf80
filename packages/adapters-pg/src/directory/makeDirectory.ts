import fs from "node:fs"
import path from "node:path"

const failed = (code: string, directory: string): Error =>
  Object.assign(new Error(`${code}: the directory ${directory} cannot be made`), { code })

/** Whether the directory exists. Throws when something else does, or when the path leads nowhere. */
const isThere = (directory: string, wanted: string): boolean => {
  const found = fs.statSync(directory, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory()) throw failed(directory === wanted ? "EEXIST" : "ENOTDIR", directory)
  return found !== undefined
}

/**
 * Creates a directory, closed to other users, with its missing parents. Throws the system's error if that fails. Node's
 * recursive `mkdir` is not used: it never returns where the system reports an existing directory as missing, as in
 * `/proc`.
 */
export const makeDirectory = (directory: string): void => {
  const wanted = path.resolve(directory)
  const missing: Array<string> = []
  for (let at = wanted; !isThere(at, wanted); at = path.dirname(at)) missing.push(at)
  for (const made of missing.reverse()) {
    try {
      fs.mkdirSync(made, { mode: 0o700 })
    } catch (error) {
      // Another process has made it, or a symbolic link of this name leads nowhere.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      if (!isThere(made, wanted)) throw failed("ENOENT", made)
    }
  }
}
