/** Close codes of an RPC connection with their reasons (docs/rpc.md, Close codes). */
export const RPC_CLOSES = {
  INVALID_CLIENT_ID: { code: 4000, reason: 'Invalid Client ID' },
  INVALID_ORIGIN: { code: 4001, reason: 'Invalid Origin' },
  RATE_LIMITED: { code: 4002, reason: 'Rate Limited' },
  TOKEN_REVOKED: { code: 4003, reason: 'Token Revoked' },
  INVALID_VERSION: { code: 4004, reason: 'Invalid Version' },
  INVALID_ENCODING: { code: 4005, reason: 'Invalid Encoding' },
  /** the client runs as another user of this machine, whom `--allow-users` does not name */
  INVALID_USER: { code: 4006, reason: 'Invalid User' },
  /** an unexpected fault in handling what this connection sent */
  INTERNAL_ERROR: { code: 1011, reason: 'Internal Error' },
  /** the daemon stops */
  GOING_AWAY: { code: 1001, reason: 'Going Away' },
  /** the person closed the connection */
  KICKED: { code: 1000, reason: 'Closed by the user' },
  /** the service that knows the applications cannot be reached */
  SERVICE_UNAVAILABLE: { code: 1013, reason: 'Service unavailable, try again later' },
  /** more at once than this server takes */
  TOO_MANY: { code: 1013, reason: 'Too many connections' },
  /** more at once than one application gets */
  TOO_MANY_OF_APPLICATION: { code: 1013, reason: 'Too many connections of this application' },
  /** connections that have not authenticated make room for newcomers; the client may connect again */
  DISPLACED: { code: 1013, reason: 'Too many unauthenticated connections' },
  /** the client may connect again once it wants something */
  NOT_AUTHENTICATED_IN_TIME: { code: 1008, reason: 'Not authenticated in time' },
  /** a frame before AUTHENTICATE that is longer than signing in needs */
  FRAME_TOO_LONG: { code: 1009, reason: 'Frame too long before AUTHENTICATE' },
  /** a frame was begun and not finished in time */
  SLOW_FRAME: { code: 1008, reason: 'Frame took too long' },
  /** the other side does not read what it asked for */
  SLOW_READER: { code: 1008, reason: 'Too slow to read' },
} as const;

export type RpcClose = (typeof RPC_CLOSES)[keyof typeof RPC_CLOSES];
