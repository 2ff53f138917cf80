import { machineSilence } from "./machineSilence.ts"

/** Limits of a connection; times are in milliseconds. */
export interface BridgeSessionLimits {
  /** As in `machineSilence`. */
  readonly idleMillisMax: number
  readonly busyMillisMax: number
  /** How often an idle client is pinged, and how long its pong may take. */
  readonly pingMillis: number
  readonly pongMillisMax: number
  /** Messages and bytes a second, and how many messages may come at once. */
  readonly messagesPerSecond: number
  readonly messagesBurst: number
  readonly bytesPerSecond: number
  /** How many pieces of answers are read a second, and how many at once: more of them are not refused, but wait. */
  readonly piecesPerSecond: number
  readonly piecesBurst: number
  /** How many frames may be of no request of this connection, or of an unknown type. */
  readonly straysMax: number
}

export const bridgeSessionLimits: BridgeSessionLimits = {
  ...machineSilence,
  pingMillis: 20_000,
  pongMillisMax: 10_000,
  messagesPerSecond: 500,
  messagesBurst: 1_000,
  bytesPerSecond: 2_097_152,
  piecesPerSecond: 500,
  piecesBurst: 1_000,
  straysMax: 20
}

/**
 * Close codes of the service. None is 1000, so that clients back off before they connect again. A client should not
 * reconnect with the same key after 4401.
 */
export const closeCodes = {
  serviceRestart: 1012,
  policyViolation: 1008,
  tryAgainLater: 1013,
  keyRevoked: 4401,
  heartbeatMissed: 4408
} as const

export type CloseCode = typeof closeCodes[keyof typeof closeCodes]

/** Why the service closes a connection. The reason has at most 123 bytes. */
export interface Closing {
  readonly code: CloseCode
  readonly reason: string
}

/** Something that happens to a connection. */
export type BridgeSessionEvent =
  /** A message arrived that is not part of an answer. */
  | { readonly type: "message"; readonly bytes: number }
  /** A piece of the answer to a request that the client was sent. */
  | { readonly type: "piece"; readonly bytes: number }
  | { readonly type: "heartbeat" }
  | { readonly type: "pinged" }
  | { readonly type: "pong" }
  /** A message that is not a frame. */
  | { readonly type: "malformed"; readonly reason: string }
  /** A frame of no request of this connection, or of an unknown type. */
  | { readonly type: "stray" }
  /** The number of requests that the client works on. */
  | { readonly type: "working"; readonly requests: number }
  | { readonly type: "close"; readonly closing: Closing }
  | { readonly type: "tick" }

/** A connection. All times are milliseconds of one clock. */
export interface BridgeSession {
  readonly limits: BridgeSessionLimits
  /** The last heartbeat, or the end of the last request if that is later, or the beginning. */
  readonly heardAt: number
  readonly requests: number
  /** When the ping was sent whose pong has not arrived. */
  readonly pingedAt: number | undefined
  /** When the last ping was sent, or the beginning. */
  readonly lastPingAt: number
  readonly strays: number
  /** How many messages and bytes may still come now, as of `countedAt`. */
  readonly messagesLeft: number
  readonly bytesLeft: number
  readonly countedAt: number
  /** The same for pieces of answers. Below 0, nothing is read. */
  readonly piecesLeft: number
  readonly pieceBytesLeft: number
  readonly piecesCountedAt: number
  /** Set once, for good. */
  readonly closing: Closing | undefined
}

export const openedSession = (now: number, limits: BridgeSessionLimits = bridgeSessionLimits): BridgeSession => ({
  limits,
  heardAt: now,
  requests: 0,
  pingedAt: undefined,
  lastPingAt: now,
  strays: 0,
  messagesLeft: limits.messagesBurst,
  bytesLeft: 2 * limits.bytesPerSecond,
  countedAt: now,
  piecesLeft: limits.piecesBurst,
  pieceBytesLeft: 2 * limits.bytesPerSecond,
  piecesCountedAt: now,
  closing: undefined
})

interface SessionDeadline extends Closing {
  readonly at: number
}

const heartbeatDeadline = ({ heardAt, limits, requests }: BridgeSession): SessionDeadline => {
  const millis = requests > 0 ? limits.busyMillisMax : limits.idleMillisMax
  return {
    at: heardAt + millis,
    code: closeCodes.heartbeatMissed,
    reason: `no heartbeat for ${millis / 1_000} seconds`
  }
}

/** A busy client may be unable to answer a ping, so pongs are awaited from idle ones only. */
const pongDeadline = ({ limits, pingedAt, requests }: BridgeSession): SessionDeadline | undefined =>
  pingedAt === undefined || requests > 0 ? undefined : {
    at: pingedAt + limits.pongMillisMax,
    code: closeCodes.heartbeatMissed,
    reason: `no pong within ${limits.pongMillisMax / 1_000} seconds`
  }

const close = (session: BridgeSession, code: CloseCode, reason: string): BridgeSession => ({
  ...session,
  closing: { code, reason }
})

const count = (session: BridgeSession, bytes: number, now: number): BridgeSession => {
  const { limits } = session
  const seconds = Math.max(0, now - session.countedAt) / 1_000
  const messagesLeft = Math.min(limits.messagesBurst, session.messagesLeft + seconds * limits.messagesPerSecond) - 1
  const bytesLeft = Math.min(2 * limits.bytesPerSecond, session.bytesLeft + seconds * limits.bytesPerSecond) - bytes
  if (messagesLeft < 0) {
    return close(session, closeCodes.policyViolation, `more than ${limits.messagesPerSecond} messages a second`)
  }
  if (bytesLeft < 0) {
    return close(session, closeCodes.policyViolation, `more than ${limits.bytesPerSecond} bytes a second`)
  }
  return { ...session, messagesLeft, bytesLeft, countedAt: now }
}

/** How many pieces and bytes of them may come at `now`. */
const piecesLeftAt = (session: BridgeSession, now: number): { readonly pieces: number; readonly bytes: number } => {
  const { limits, pieceBytesLeft, piecesCountedAt, piecesLeft } = session
  const seconds = Math.max(0, now - piecesCountedAt) / 1_000
  return {
    pieces: Math.min(limits.piecesBurst, piecesLeft + seconds * limits.piecesPerSecond),
    bytes: Math.min(2 * limits.bytesPerSecond, pieceBytesLeft + seconds * limits.bytesPerSecond)
  }
}

/** Whether the client has sent pieces of answers so fast that its next messages have to wait. */
export const isAheadOfReader = (session: BridgeSession, now: number): boolean => {
  const { bytes, pieces } = piecesLeftAt(session, now)
  return pieces < 0 || bytes < 0
}

/** The session after an event at `now`. Once it closes, nothing changes it any more. */
export const advanceSession = (session: BridgeSession, event: BridgeSessionEvent, now: number): BridgeSession => {
  if (session.closing !== undefined) return session
  switch (event.type) {
    case "message":
      return count(session, event.bytes, now)
    case "piece": {
      const { bytes, pieces } = piecesLeftAt(session, now)
      return { ...session, piecesLeft: pieces - 1, pieceBytesLeft: bytes - event.bytes, piecesCountedAt: now }
    }
    case "heartbeat":
      return { ...session, heardAt: now }
    case "pinged":
      return session.pingedAt === undefined ? { ...session, pingedAt: now, lastPingAt: now } : session
    case "pong":
      return { ...session, pingedAt: undefined }
    case "malformed":
      return close(session, closeCodes.policyViolation, event.reason)
    case "stray": {
      const strays = session.strays + 1
      return strays < session.limits.straysMax
        ? { ...session, strays }
        : close(session, closeCodes.policyViolation, `${strays} frames of no request of this connection`)
    }
    case "working": {
      // The end of a request is a sign of life, after which the client has time for its next heartbeat and pong.
      const isIdleAgain = event.requests === 0 && session.requests > 0
      return {
        ...session,
        requests: event.requests,
        ...(event.requests < session.requests ? { heardAt: now } : {}),
        ...(isIdleAgain ? { pingedAt: undefined, lastPingAt: now } : {})
      }
    }
    case "close":
      return { ...session, closing: event.closing }
    case "tick": {
      const passed = [heartbeatDeadline(session), pongDeadline(session)].find((one) =>
        one !== undefined && now >= one.at
      )
      return passed === undefined ? session : close(session, passed.code, passed.reason)
    }
  }
}

/** Whether a ping is due. */
export const isPingDue = ({ closing, lastPingAt, limits, pingedAt, requests }: BridgeSession, now: number): boolean =>
  closing === undefined && requests === 0 && pingedAt === undefined && now >= lastPingAt + limits.pingMillis
