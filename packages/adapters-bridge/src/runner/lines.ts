/** A line of an answer may not be longer, so that a server that sends no line ends does not fill the memory. */
const lineLengthMax = 1_048_576

/** The lines of a stream of bytes, decoded as UTF-8, without their ends. Fails on an endless line. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() as string
    yield* lines
    if (rest.length > lineLengthMax) throw new Error("the model server sent an endless line")
  }
  rest += decoder.decode()
  if (rest !== "") yield rest
}
