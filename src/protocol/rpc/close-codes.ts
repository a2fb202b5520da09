/** Close codes of an RPC connection with their reasons (docs/rpc.md, Close codes). */
export const RPC_CLOSES = {
  INVALID_CLIENT_ID: { code: 4000, reason: 'Invalid Client ID' },
  INVALID_ORIGIN: { code: 4001, reason: 'Invalid Origin' },
  RATE_LIMITED: { code: 4002, reason: 'Rate Limited' },
  TOKEN_REVOKED: { code: 4003, reason: 'Token Revoked' },
  INVALID_VERSION: { code: 4004, reason: 'Invalid Version' },
  INVALID_ENCODING: { code: 4005, reason: 'Invalid Encoding' },
  /** the client runs as another user of this machine, who is not in `--allow-users` */
  INVALID_USER: { code: 4006, reason: 'Invalid User' },
  /** an unexpected fault while handling a frame of this connection */
  INTERNAL_ERROR: { code: 1011, reason: 'Internal Error' },
  /** the daemon is shutting down */
  GOING_AWAY: { code: 1001, reason: 'Going Away' },
  /** the person closed the connection */
  KICKED: { code: 1000, reason: 'Closed by the user' },
  /** the service cannot be reached, so the application is unknown */
  SERVICE_UNAVAILABLE: { code: 1013, reason: 'Service unavailable, try again later' },
  /** the limit of all connections is reached */
  TOO_MANY: { code: 1013, reason: 'Too many connections' },
  /** the limit of connections per application is reached */
  TOO_MANY_OF_APPLICATION: { code: 1013, reason: 'Too many connections of this application' },
  /** an unauthenticated connection was displaced by a newer one; the client may connect again */
  DISPLACED: { code: 1013, reason: 'Too many unauthenticated connections' },
  /** the deadline to authenticate has passed; the client may connect again */
  NOT_AUTHENTICATED_IN_TIME: { code: 1008, reason: 'Not authenticated in time' },
  /** a frame before AUTHENTICATE exceeds its limit */
  FRAME_TOO_LONG: { code: 1009, reason: 'Frame too long before AUTHENTICATE' },
  /** a frame that is not one of IPC, or whose JSON cannot be read */
  INVALID_FRAME: { code: 1003, reason: 'Invalid frame' },
  /** a frame over IPC exceeds the limit of all frames */
  MESSAGE_TOO_LONG: { code: 1009, reason: 'Frame too long' },
  /** a frame was not finished in time */
  SLOW_FRAME: { code: 1008, reason: 'Frame took too long' },
  /** the client does not read what the server sends */
  SLOW_READER: { code: 1008, reason: 'Too slow to read' },
} as const;

export type RpcClose = (typeof RPC_CLOSES)[keyof typeof RPC_CLOSES];
