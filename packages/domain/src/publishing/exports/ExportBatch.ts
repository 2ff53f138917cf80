/**
 * The number of rows per batch: initial, minimum and maximum. Powers of two, so that the database plans few different
 * statements.
 */
export const exportBatch = { first: 64, min: 16, max: 512 } as const

/** The target length of a batch's text, in characters. */
const lengthAim = 768 * 1_024

/**
 * The size of the next batch, after `rows` rows with `length` characters: about 0.75 MB of text, so that little is in
 * memory at a time.
 *
 * @example nextExportBatch(64, 64 * 1_500) // 512
 * @example nextExportBatch(512, 512 * 60_000) // 16
 */
export const nextExportBatch = (rows: number, length: number): number => {
  const wanted = Math.floor((lengthAim * rows) / Math.max(1, length))
  const power = 2 ** Math.floor(Math.log2(Math.max(1, wanted)))
  return Math.min(exportBatch.max, Math.max(exportBatch.min, power))
}
