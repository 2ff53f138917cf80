/** Rows that are read at once: at first, at least and at most. Powers of two, so that few statements are planned. */
export const exportBatch = { first: 64, min: 16, max: 512 } as const

/** How long a batch's text should become, in characters. */
const lengthAim = 768 * 1_024

/**
 * How many rows to read next, after `rows` of them made `length` characters: about 0.75 MB, whatever the rows are like, so
 * that few batches are in memory and none is large.
 *
 * @example nextExportBatch(64, 64 * 1_500) // 512
 * @example nextExportBatch(512, 512 * 60_000) // 16
 */
export const nextExportBatch = (rows: number, length: number): number => {
  const wanted = Math.floor((lengthAim * rows) / Math.max(1, length))
  const power = 2 ** Math.floor(Math.log2(Math.max(1, wanted)))
  return Math.min(exportBatch.max, Math.max(exportBatch.min, power))
}
