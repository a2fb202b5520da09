/** Limits of the gateway (docs/gateway.md, Limits). */
export const GATEWAY_LIMITS = {
  /** bytes of one payload of a client */
  PAYLOAD_BYTES: 4096,
  /** payloads of one connection in one window */
  PAYLOADS: 120,
  PAYLOAD_WINDOW_MS: 60_000,
  /** the cost of decoding one payload; a compressed term may inflate to the size of one payload */
  DECODE: { bytes: 4096, terms: 2048, depth: 128 },
  /** the work that payloads may cause, before and after IDENTIFY */
  WORK: {
    perSecond: 16_384,
    unauthenticatedPerSecond: 4096,
    unauthenticatedTotalPerSecond: 500_000,
    burstSeconds: 60,
  },
  /** how long a payload may take to arrive, and the total size of unfinished ones */
  UNFINISHED: { seconds: 10, totalBytes: 8 * 1024 * 1024 },
  HEARTBEAT_INTERVAL_MS: 45_000,
  /** a connection that has not identified by then is closed */
  IDENTIFY_WITHIN_MS: 30_000,
  /** how long a session outlives its connection */
  RESUME_WITHIN_MS: 90_000,
  /** bytes passed to a connection's socket; further events wait in the session */
  BUFFERED_BYTES: 256 * 1024,
  /** how long a client may take to answer a close frame, which follows all unread events */
  CLOSE_WITHIN_MS: 10_000,
  /** guilds that are prepared for one session at a time */
  DELIVERIES: 16,
  /** pending requests for members of one session */
  MEMBER_REQUESTS: 200,
  CONNECTIONS: 10_000,
  /** connections before IDENTIFY; one more closes the oldest of them */
  UNIDENTIFIED: 512,
  SESSIONS_OF_USER: 50,
  MEMBERS_OF_CHUNK: 1000,
  /** the maximum number of guilds of one shard, or of a session without shards */
  GUILDS_OF_SHARD: 2500,
  /** the delay before a guild that could not be sent is sent again */
  DELIVER_AGAIN_MS: 5000,
  LARGE_THRESHOLD: { least: 50, most: 250 },
} as const;
