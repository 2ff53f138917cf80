export { pageReaderNode, type PageReaderOptions } from "./PageReaderNode.ts"
export { type ReadingLimits, readingLimits } from "./ReadingThread.ts"
