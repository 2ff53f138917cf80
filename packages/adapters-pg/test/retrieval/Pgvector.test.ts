import { onPgvectorDatabase } from "@auspex/testkit/databases"
import { embeddingsContract } from "./embeddingsContract.ts"

onPgvectorDatabase("embeddings by pgvector", embeddingsContract("database"))
