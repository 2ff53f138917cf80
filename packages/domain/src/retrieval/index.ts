export { EntryIndex, type IndexedEntry, type RankingPart } from "./EntryIndex.ts"
export { englishStem } from "./EnglishStem.ts"
export { fuse, type Ranking } from "./Fusion.ts"
export { type LatentModel, projectTerms, trainLatentModel } from "./LatentModel.ts"
export { type Span, matchSpans } from "./MatchSpans.ts"
export { type PackedTerms, packTerms } from "./PackedTerms.ts"
export { type FoundEntry, Retrieval, type RetrievalAnswer, type RetrievalRequest } from "./Retrieval.ts"
export {
  type EntryAttributes,
  type EntryFilters,
  entryTextMax,
  entryTitleMax,
  type RetrievalEntry
} from "./RetrievalEntry.ts"
export {
  type CorpusChanges,
  type EntryWithTerms,
  retrainingChangesMin,
  retrainingShare,
  RetrievalStore,
  type TrainedModel
} from "./RetrievalStore.ts"
export { readSearchText, type SearchText } from "./SearchText.ts"
export { TermIndex, type TermWeights } from "./TermIndex.ts"
export { type TextTerm, textTerms } from "./TextTerms.ts"
