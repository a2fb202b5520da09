import { ExpectedError } from '../expected-error.js';

/** RPC error codes (docs/rpc.md, Errors). */
export const RPC_ERRORS = {
  UNKNOWN_ERROR: 1000,
  INVALID_PAYLOAD: 4000,
  INVALID_COMMAND: 4002,
  INVALID_GUILD: 4003,
  INVALID_EVENT: 4004,
  INVALID_CHANNEL: 4005,
  INVALID_PERMISSIONS: 4006,
  INVALID_CLIENT_ID: 4007,
  INVALID_ORIGIN: 4008,
  INVALID_TOKEN: 4009,
  INVALID_USER: 4010,
  OAUTH2_ERROR: 5000,
  SELECT_CHANNEL_TIMED_OUT: 5001,
  GET_GUILD_TIMED_OUT: 5002,
  SELECT_VOICE_FORCE_REQUIRED: 5003,
  CAPTURE_SHORTCUT_ALREADY_LISTENING: 5004,
} as const;

export type RpcErrorName = keyof typeof RPC_ERRORS;
export type RpcErrorCode = (typeof RPC_ERRORS)[RpcErrorName];

/** A refused command; the connection stays open. */
export class RpcError extends ExpectedError {
  override readonly name = 'RpcError';
  readonly code: RpcErrorCode;

  constructor(error: RpcErrorName, message: string) {
    super(message);
    this.code = RPC_ERRORS[error];
  }
}

/** One object for all, because any program can cause any number of these refusals, and it says nothing about the command. */
const NO_PERMISSION = new RpcError('INVALID_PERMISSIONS', 'Not authenticated or invalid scope');

/** All refusals. */
export const rpcErrors = {
  unknown: () => new RpcError('UNKNOWN_ERROR', 'Unknown Error'),
  serviceUnavailable: () =>
    new RpcError('UNKNOWN_ERROR', 'Unknown Error: the service does not answer; try again later'),
  invalidPayload: (what: string) => new RpcError('INVALID_PAYLOAD', what),
  invalidCommand: (cmd: string) => new RpcError('INVALID_COMMAND', `Invalid command: ${cmd}`),
  /** @param why completes `Payload is …` */
  undecodable: (why: string) => rpcErrors.invalidPayload(`Payload is ${why}`),
  replyTooLong: () => rpcErrors.invalidPayload('The reply is too long for a client without AUTHENTICATE'),
  invalidGuild: (id: string) => new RpcError('INVALID_GUILD', `Invalid guild id: ${id}`),
  invalidEvent: (evt: string) => new RpcError('INVALID_EVENT', `Invalid event: ${evt}`),
  invalidChannel: (id: string) => new RpcError('INVALID_CHANNEL', `Invalid channel id: ${id}`),
  invalidPermissions: () => NO_PERMISSION,
  notApproved: () =>
    new RpcError(
      'INVALID_PERMISSIONS',
      'This application is not approved, and the user is not one of its testers',
    ),
  noClientId: () => new RpcError('INVALID_CLIENT_ID', 'No client id provided'),
  invalidClientId: (id: string) => new RpcError('INVALID_CLIENT_ID', `Invalid client id: ${id}`),
  invalidToken: () => new RpcError('INVALID_TOKEN', 'Invalid token'),
  tokenOfAnotherUser: () => new RpcError('INVALID_TOKEN', 'Token does not match current user'),
  oauth2: (error: string, description: string) =>
    new RpcError('OAUTH2_ERROR', `OAuth2 Error: ${error}: ${description}`),
  invalidUser: (id: string) => new RpcError('INVALID_USER', `Invalid user id: ${id}`),
  /** @param holder the application that has locked the voice settings */
  voiceSettingsLocked: (holder: string) =>
    new RpcError('INVALID_PERMISSIONS', `Voice settings are locked by the application ${holder}`),
  voiceChannelForbidden: () =>
    new RpcError('INVALID_PERMISSIONS', 'User may not connect to this voice channel'),
  voiceChannelFull: () => new RpcError('INVALID_PERMISSIONS', 'This voice channel is full'),
  selectVoiceForceRequired: () =>
    new RpcError('SELECT_VOICE_FORCE_REQUIRED', 'User is already joined to a voice channel.'),
  selectVoiceChannelTimedOut: () =>
    new RpcError('SELECT_CHANNEL_TIMED_OUT', 'Request to select voice channel timed out.'),
  tooManySelections: (most: number) =>
    rpcErrors.invalidPayload(`No more than ${most} pending requests to select a voice channel`),
  selectTextChannelTimedOut: () =>
    new RpcError('SELECT_CHANNEL_TIMED_OUT', 'Request to select text channel timed out.'),
  getGuildTimedOut: () => new RpcError('GET_GUILD_TIMED_OUT', 'Request to get guild timed out.'),
  alreadyCapturing: () =>
    new RpcError('CAPTURE_SHORTCUT_ALREADY_LISTENING', 'A shortcut is already being captured.'),
  keyCaptureDenied: () =>
    rpcErrors.oauth2('access_denied', 'The user did not allow this application to record keys'),
  /** @param reason why keys cannot be read, e.g. `no DISPLAY` */
  cannotCapture: (reason: string) =>
    new RpcError('UNKNOWN_ERROR', `Shortcuts cannot be captured on this machine: ${reason}`),
} as const;
