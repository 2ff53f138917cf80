/** The messages of an error and of its causes, joined; 300 characters at most. */
export const reasonOf = (error: unknown): string => {
  const links: Array<string> = []
  for (let link = error; link instanceof Error && links.length < 5; link = link.cause) {
    if (link.message !== "" && !links.some((text) => text.includes(link.message))) links.push(link.message)
  }
  return links.join(": ").slice(0, 300)
}
