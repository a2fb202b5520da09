/** Bounds of the gateway; those of clients' payloads are the interface's (docs/gateway.md). */
export const GATEWAY_LIMITS = {
  /** bytes of one payload of a client */
  PAYLOAD_BYTES: 4096,
  /** payloads of one connection in one window */
  PAYLOADS: 120,
  PAYLOAD_WINDOW_MS: 60_000,
  /** what decoding one payload may take; a compressed term inflates to no more than a payload */
  DECODE: { bytes: 4096, terms: 2048, depth: 128 },
  /** what the payloads of connections may cost, before and after they identify */
  WORK: {
    perSecond: 16_384,
    unauthenticatedPerSecond: 4096,
    unauthenticatedTotalPerSecond: 500_000,
    burstSeconds: 60,
  },
  /** how long a payload may take to arrive whole, and how much of unfinished ones is kept in all */
  UNFINISHED: { seconds: 10, totalBytes: 8 * 1024 * 1024 },
  HEARTBEAT_INTERVAL_MS: 45_000,
  /** a connection that has not identified by then is closed */
  IDENTIFY_WITHIN_MS: 30_000,
  /** how long a session outlives its connection */
  RESUME_WITHIN_MS: 90_000,
  /** bytes given to a connection's socket before the rest waits in the session */
  BUFFERED_BYTES: 256 * 1024,
  /** how long a client may take to answer a close, which waits behind what it has not read */
  CLOSE_WITHIN_MS: 10_000,
  /** guilds that are put together for one session at a time */
  DELIVERIES: 16,
  /** requests for members of one session that wait for it to read */
  MEMBER_REQUESTS: 200,
  CONNECTIONS: 10_000,
  /** connections that have not identified; one more closes the oldest of them */
  UNIDENTIFIED: 512,
  SESSIONS_OF_USER: 50,
  MEMBERS_OF_CHUNK: 1000,
  /** a session without a shard of its own, or one shard, serves at most so many guilds */
  GUILDS_OF_SHARD: 2500,
  /** when a guild that could not be sent is tried again */
  DELIVER_AGAIN_MS: 5000,
  LARGE_THRESHOLD: { least: 50, most: 250 },
} as const;
