/** Versions of the voice gateway (docs/voice.md, The voice gateway). */
export const VOICE_VERSIONS = {
  /** of clients that name none */
  OLDEST: 3,
  /** until this one, clients heartbeat after three quarters of the interval of HELLO */
  LAST_HURRIED: 3,
  /** since this one, speaking is a set of flags, and a boolean before */
  SPEAKING_FLAGS: 4,
  /** since this one, payloads are numbered, heartbeats are objects, and CLIENTS_CONNECT says who is in the channel */
  NUMBERED: 8,
  NEWEST: 8,
} as const;
