/** Bounds of the gateway; those of clients' payloads are the interface's (rest-facts.md, Gateway). */
export const GATEWAY_LIMITS = {
  /** bytes of one payload of a client */
  PAYLOAD_BYTES: 4096,
  /** payloads of one connection in one window */
  PAYLOADS: 120,
  PAYLOAD_WINDOW_MS: 60_000,
  HEARTBEAT_INTERVAL_MS: 45_000,
  /** a connection that has not identified by then is closed */
  IDENTIFY_WITHIN_MS: 30_000,
  /** how long a session outlives its connection */
  RESUME_WITHIN_MS: 90_000,
  /** events kept of a session for a resume */
  REPLAY_EVENTS: 1024,
  REPLAY_BYTES: 16 * 1024 * 1024,
  /** bytes that may wait for a slow reader before its connection is closed, from which it may resume */
  BUFFERED_BYTES: 32 * 1024 * 1024,
  CONNECTIONS: 10_000,
  SESSIONS_OF_USER: 50,
  MEMBERS_OF_CHUNK: 1000,
  /** a session without a shard of its own, or one shard, serves at most so many guilds */
  GUILDS_OF_SHARD: 2500,
  /** when a guild that could not be sent is tried again */
  DELIVER_AGAIN_MS: 5000,
  LARGE_THRESHOLD: { least: 50, most: 250 },
} as const;
