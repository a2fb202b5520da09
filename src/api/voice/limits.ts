/** Limits of the voice endpoint (docs/voice.md, Limits). */
export const VOICE_LIMITS = {
  /** bytes of one payload of a client */
  PAYLOAD_BYTES: 4096,
  /** payloads of one connection in one second, with a burst of as many seconds */
  PAYLOADS_PER_SECOND: 10,
  PAYLOAD_BURST_SECONDS: 12,
  /** the cost of decoding one payload */
  DECODE: { bytes: 4096, terms: 1024, depth: 32 },
  /** the work that payloads may cause, before and after IDENTIFY */
  WORK: {
    perSecond: 16_384,
    unauthenticatedPerSecond: 2048,
    unauthenticatedTotalPerSecond: 250_000,
    burstSeconds: 30,
  },
  /** how long a payload may take to arrive, and the total size of unfinished ones */
  UNFINISHED: { seconds: 10, totalBytes: 2 * 1024 * 1024 },
  /** bytes that a client may leave unread: all that a full channel says to one that joins, several times */
  UNREAD_BYTES: 4 * 1024 * 1024,
  HEARTBEAT_INTERVAL_MS: 13_750,
  /** a connection that has not identified by then is closed */
  IDENTIFY_WITHIN_MS: 15_000,
  /** how long a token admits after the member joined the channel */
  TOKEN_LIFE_MS: 60_000,
  /** how long a session outlives its connection */
  RESUME_WITHIN_MS: 60_000,
  /** numbered payloads that are kept for a resume; those with a newer one of their opcode and member make room first */
  REPLAYED_PAYLOADS: 1024,
  /** how long a client may take to answer a close frame */
  CLOSE_WITHIN_MS: 5_000,
  CONNECTIONS: 10_000,
  /** TCP connections besides those of WebSockets */
  PLAIN_CONNECTIONS: 1024,
  /** connections before IDENTIFY; one more closes the oldest of them */
  UNIDENTIFIED: 256,
  /** packets of one client: an Opus frame is at least 2.5 ms long */
  PACKETS_PER_SECOND: 400,
  PACKET_BURST_SECONDS: 2,
  /** bytes of the packets of one client: Opus has at most 64 kB a second */
  BYTES_PER_SECOND: 128 * 1024,
  /** bytes of ordinary speech: a client that sends more gets only what the others leave */
  SPEECH_BYTES_PER_SECOND: 16 * 1024,
  /** packets that are encrypted for others of those of one client: 50 a second for 1,200 listeners */
  COPIES_PER_SECOND: 60_000,
  /** bytes of packets that are encrypted for one client: 40 members who speak at once */
  BYTES_TO_CLIENT_PER_SECOND: 512 * 1024,
  /** keepalives of one client that are echoed */
  ECHOES_PER_SECOND: 5,
  /** bytes of one packet: an Opus frame of the highest bitrate and length, and what surrounds it */
  PACKET_BYTES: 4096,
} as const;
