export { EmbeddedEntries } from "./EmbeddedEntries.ts"
export { EmbeddedRanking, embeddedShareMin } from "./EmbeddedRanking.ts"
export {
  embeddedTextMax,
  embeddedTextsMax,
  embeddingDimensionsMax,
  type EmbeddingPurpose,
  Embeddings,
  EmbeddingsFailed
} from "./Embeddings.ts"
export {
  type EmbeddedBatch,
  type EmbeddingProgress,
  EmbeddingStore,
  type EntryVector,
  type NearEntry,
  type NearestRequest,
  type UnembeddedBatch,
  type UnembeddedEntry,
  type WantedVersions
} from "./EmbeddingStore.ts"
export { EntryEmbeddings } from "./EntryEmbeddings.ts"
export {
  EntryIndex,
  type EntryMatches,
  type IndexedEntry,
  matchedMax,
  type MatchedEntry,
  type MatchWeights,
  type RankingPart
} from "./EntryIndex.ts"
export { fuse, type Ranking } from "./Fusion.ts"
export { type LatentModel, projectTerms, trainLatentModel } from "./LatentModel.ts"
export { type Span, matchSpans } from "./MatchSpans.ts"
export { type PackedTerms, packTerms } from "./PackedTerms.ts"
export {
  type FoundEntry,
  type MatchRequest,
  Retrieval,
  type RetrievalAnswer,
  type RetrievalRequest
} from "./Retrieval.ts"
export {
  type EntryAttributes,
  type EntryFilters,
  entryTextMax,
  entryTitleMax,
  type RetrievalEntry
} from "./RetrievalEntry.ts"
export {
  type ChangePosition,
  type CorpusChanges,
  type EntryWithTerms,
  platformCorpus,
  retrainingChangesMin,
  retrainingShare,
  RetrievalStore,
  type TrainedModel
} from "./RetrievalStore.ts"
export { packVector, unpackVector } from "./PackedVector.ts"
export { queryPauseSeconds, queryVectorMillisMax } from "./QueryVectors.ts"
export { readSearchText, type SearchPart, type SearchText } from "./SearchText.ts"
export { TermIndex, type TermStatistics, type TermWeights } from "./TermIndex.ts"
export { analysis, type TextTerm, textTerms } from "./TextTerms.ts"
