import { dataFile } from "@auspex/domain/kernel"
import { Schema } from "effect"
import { ArchetypeId } from "./SeasonAccount.ts"
import voices from "./reasoningVoices.json" with { type: "json" }

const Text = Schema.NonEmptyTrimmedString

/** How the authors of a season word what they all say. */
const ReasoningVoices = Schema.Struct({
  /**
   * The styles of families of personas: sentences that only their members use. One voice for each of the seven categories
   * of archetypes; the last is also used for unknown archetypes and for people.
   */
  voices: Schema.Array(Schema.Struct({ archetypes: Schema.Array(ArchetypeId), sentences: Schema.Array(Text) })),
  /** Sentences that introduce the question's own source as the first citation; {url} is replaced. */
  sourceSentences: Schema.Array(Text),
  /** Sentences that cite the author's own worksheet. */
  worksheetSentences: Schema.Array(Text),
  /** Sentences that cite a text on method. */
  methodSentences: Schema.Array(Schema.Struct({ url: Text, sentence: Text })),
  /** Closing sentences. */
  bottomLines: Schema.Array(Text)
})

/** The wording of the reasonings of a season. */
export const reasoningVoices = dataFile("reasoningVoices.json", ReasoningVoices, voices)
