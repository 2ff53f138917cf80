import { contentPolicy, hashSource } from "../../engine/contentPolicy.ts"
import { packetStyles } from "./packetStyles.ts"

/** The Content-Security-Policy of a packet's page: nothing but its own style sheet. */
export const packetPolicy = contentPolicy({ "style-src": hashSource(packetStyles("auto")) })
