import fs from "node:fs"

const bytesMax = 65_536

/**
 * The text of a small regular file. Throws the system's error when it cannot be read, and ENOTFILE or EFBIG for a pipe,
 * a device or a large file, which might never end.
 */
export const readSmallFile = (file: string): string => {
  const found = fs.statSync(file)
  const code = found.isFile()
    ? found.size > bytesMax ? "EFBIG" : undefined
    : found.isDirectory()
    ? "EISDIR"
    : "ENOTFILE"
  if (code !== undefined) throw Object.assign(new Error(`${code}: ${file} cannot be read`), { code })
  return fs.readFileSync(file, "utf8")
}
