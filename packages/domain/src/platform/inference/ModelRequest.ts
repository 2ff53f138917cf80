/** One message of a conversation with a model. */
export interface ModelMessage {
  readonly role: "system" | "user" | "assistant"
  readonly content: string
}

/** The protocol that a model server on an owner's machine speaks. */
export type ModelServerType = "ollama" | "openai-compatible"

/** A request to a model. */
export interface ModelRequest {
  readonly model: string
  readonly system_prompt?: string
  readonly messages: ReadonlyArray<ModelMessage>
}
