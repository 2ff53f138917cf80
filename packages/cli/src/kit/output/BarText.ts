const eighths = [..." ▏▎▍▌▋▊▉"]

/**
 * A share (0-1) as a bar of `columns` characters, to an eighth of a character; in ASCII to a whole one.
 *
 * @example barText(0.5, 4) // "██  "
 * @example barText(0.7, 4) // "██▊ "
 * @example barText(0.7, 4, { ascii: true }) // "===."
 */
export const barText = (share: number, columns: number, options: { readonly ascii?: boolean } = {}): string => {
  const kept = Math.min(1, Math.max(0, share))
  if (options.ascii === true) return "=".repeat(Math.round(kept * columns)).padEnd(columns, ".")
  const filled = Math.floor(kept * columns * 8 + 1e-9)
  const full = "█".repeat(Math.floor(filled / 8))
  return (filled % 8 === 0 ? full : full + eighths[filled % 8]!).padEnd(columns)
}
