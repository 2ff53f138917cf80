/** A page that is long enough to be a source; `phrase` stands in its second paragraph. */
export const article = (title: string, phrase: string): string => {
  const paragraphs = Array.from({ length: 8 }, (_, n) =>
    n === 1
      ? `Observers who have followed the matter for years speak about ${phrase}, and they expect that this will be weighed in the discussion.`
      : `Section ${
        n + 1
      } of this report on ${title} describes what was measured in the last quarter, how the figures were collected, and which of them were corrected afterwards by the office that publishes them.`)
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${
    paragraphs.map((text) => `<p>${text}</p>`).join("")
  }</article></body></html>`
}
