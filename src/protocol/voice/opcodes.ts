/** Operation codes of the voice gateway (docs/voice.md). */
export const VOICE_OPCODES = {
  IDENTIFY: 0,
  SELECT_PROTOCOL: 1,
  READY: 2,
  HEARTBEAT: 3,
  SESSION_DESCRIPTION: 4,
  SPEAKING: 5,
  HEARTBEAT_ACK: 6,
  RESUME: 7,
  HELLO: 8,
  RESUMED: 9,
  CLIENTS_CONNECT: 11,
  /** announces the streams of one client, with their sources; versions before 8 know clients only by it */
  CLIENT_CONNECT: 12,
  CLIENT_DISCONNECT: 13,
} as const;

/** Close codes of the voice gateway (docs/voice.md). */
export const VOICE_CLOSE_CODES = {
  UNKNOWN_OPCODE: 4001,
  DECODE_ERROR: 4002,
  NOT_AUTHENTICATED: 4003,
  AUTHENTICATION_FAILED: 4004,
  ALREADY_AUTHENTICATED: 4005,
  INVALID_SESSION: 4006,
  SESSION_TIMEOUT: 4009,
  SERVER_NOT_FOUND: 4011,
  UNKNOWN_PROTOCOL: 4012,
  /** the client left, was moved or removed, or its session ended; it must not reconnect automatically */
  DISCONNECTED: 4014,
  SERVER_CRASHED: 4015,
  UNKNOWN_ENCRYPTION_MODE: 4016,
  BAD_REQUEST: 4020,
  RATE_LIMITED: 4021,
  /** the channel is gone; clients must not reconnect automatically */
  CALL_TERMINATED: 4022,
} as const;

/** A frame of the voice gateway in either direction; `seq` only from the server, since version 8. */
export interface VoicePayload {
  readonly op: number;
  readonly d: unknown;
  readonly seq?: number;
}
