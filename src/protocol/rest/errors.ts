/**
 * Errors of the REST interface: HTTP status, and code and message of the body (docs/rest.md, Errors). The meaning of a
 * code never changes; code 0 repeats the status.
 */
export const REST_ERRORS = {
  BAD_REQUEST: { status: 400, code: 0, message: '400: Bad Request' },
  UNAUTHORIZED: { status: 401, code: 0, message: '401: Unauthorized' },
  FORBIDDEN: { status: 403, code: 0, message: '403: Forbidden' },
  NOT_FOUND: { status: 404, code: 0, message: '404: Not Found' },
  METHOD_NOT_ALLOWED: { status: 405, code: 0, message: '405: Method Not Allowed' },
  PAYLOAD_TOO_LARGE: { status: 413, code: 0, message: '413: Payload Too Large' },
  URI_TOO_LONG: { status: 414, code: 0, message: '414: URI Too Long' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, code: 0, message: '415: Unsupported Media Type' },
  INTERNAL: { status: 500, code: 0, message: '500: Internal Server Error' },
  UNAVAILABLE: { status: 503, code: 0, message: '503: Service Unavailable' },
  UNKNOWN_APPLICATION: { status: 404, code: 10002, message: 'Unknown Application' },
  UNKNOWN_CHANNEL: { status: 404, code: 10003, message: 'Unknown Channel' },
  UNKNOWN_GUILD: { status: 404, code: 10004, message: 'Unknown Guild' },
  UNKNOWN_INTEGRATION: { status: 404, code: 10005, message: 'Unknown Integration' },
  UNKNOWN_INVITE: { status: 404, code: 10006, message: 'Unknown Invite' },
  UNKNOWN_MEMBER: { status: 404, code: 10007, message: 'Unknown Member' },
  UNKNOWN_MESSAGE: { status: 404, code: 10008, message: 'Unknown Message' },
  UNKNOWN_OVERWRITE: { status: 404, code: 10009, message: 'Unknown Overwrite' },
  UNKNOWN_ROLE: { status: 404, code: 10011, message: 'Unknown Role' },
  UNKNOWN_TOKEN: { status: 404, code: 10012, message: 'Unknown Token' },
  UNKNOWN_USER: { status: 404, code: 10013, message: 'Unknown User' },
  UNKNOWN_EMOJI: { status: 404, code: 10014, message: 'Unknown Emoji' },
  UNKNOWN_BAN: { status: 404, code: 10026, message: 'Unknown Ban' },
  NO_BOTS: { status: 403, code: 20001, message: 'Bots cannot use this endpoint' },
  ONLY_BOTS: { status: 403, code: 20002, message: 'Only bots can use this endpoint' },
  TOO_MANY_GUILDS: { status: 400, code: 30001, message: 'Maximum number of guilds reached' },
  TOO_MANY_PINS: { status: 400, code: 30003, message: 'Maximum number of pins reached (50)' },
  TOO_MANY_RECIPIENTS: { status: 400, code: 30004, message: 'Maximum number of recipients reached (10)' },
  TOO_MANY_ROLES: { status: 400, code: 30005, message: 'Maximum number of guild roles reached' },
  TOO_MANY_EMOJIS: { status: 400, code: 30008, message: 'Maximum number of emojis reached (50)' },
  TOO_MANY_REACTIONS: { status: 400, code: 30010, message: 'Maximum number of reactions reached (20)' },
  TOO_MANY_CHANNELS: { status: 400, code: 30013, message: 'Maximum number of guild channels reached' },
  TOO_MANY_GROUPS: { status: 400, code: 30013, message: 'Maximum number of group channels reached' },
  TOO_MANY_ATTACHMENTS: { status: 400, code: 30015, message: 'Maximum number of attachments reached (10)' },
  TOO_MANY_INVITES: { status: 400, code: 30016, message: 'Maximum number of invites reached' },
  FILE_TOO_LARGE: { status: 413, code: 40005, message: 'Request entity too large' },
  FILE_QUOTA_REACHED: {
    status: 413,
    code: 40005,
    message: 'Request entity too large: the quota of stored files is used up',
  },
  USER_BANNED: { status: 403, code: 40007, message: 'The user is banned from this guild' },
  NOT_IN_VOICE: { status: 400, code: 40032, message: 'Target user is not connected to voice' },
  MISSING_ACCESS: { status: 403, code: 50001, message: 'Missing Access' },
  DM_CHANNEL: { status: 403, code: 50003, message: 'Cannot execute action on a DM channel' },
  NOT_THE_AUTHOR: {
    status: 403,
    code: 50005,
    message: 'Cannot edit a message authored by another user',
  },
  EMPTY_MESSAGE: { status: 400, code: 50006, message: 'Cannot send an empty message' },
  CANNOT_MESSAGE_USER: { status: 403, code: 50007, message: 'Cannot send messages to this user' },
  NOT_A_TEXT_CHANNEL: { status: 400, code: 50008, message: 'Cannot send messages in a voice channel' },
  VERIFICATION_TOO_HIGH: {
    status: 403,
    code: 50009,
    message: 'Channel verification level is too high for you to gain access',
  },
  MISSING_PERMISSIONS: { status: 403, code: 50013, message: 'Missing Permissions' },
  BAD_BULK_DELETE_COUNT: {
    status: 400,
    code: 50016,
    message:
      'Provided too few or too many messages to delete. Must provide at least 2 and at most 100 messages',
  },
  SYSTEM_MESSAGE: { status: 403, code: 50021, message: 'Cannot execute action on a system message' },
  WRONG_CHANNEL_TYPE: {
    status: 400,
    code: 50024,
    message: 'Cannot execute action on this channel type',
  },
  INVALID_ACCESS_TOKEN: { status: 403, code: 50025, message: 'Invalid OAuth2 access token' },
  INVALID_RECIPIENT: { status: 400, code: 50033, message: 'Invalid Recipient(s)' },
  MESSAGES_TOO_OLD: {
    status: 400,
    code: 50034,
    message: 'You can only bulk delete messages that are under 14 days old',
  },
  INVALID_FORM_BODY: { status: 400, code: 50035, message: 'Invalid Form Body' },
  INVALID_API_VERSION: { status: 400, code: 50041, message: 'Invalid API version' },
  TWO_FACTOR_REQUIRED: {
    status: 403,
    code: 60003,
    message: 'Two factor is required for this operation',
  },
} as const satisfies Record<string, RestErrorShape>;

interface RestErrorShape {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

export const RATE_LIMITED_MESSAGE = 'You are being rate limited.';

export type RestErrorName = keyof typeof REST_ERRORS;

/** The body of every failed REST call. */
export interface RestErrorBody {
  code: number;
  message: string;
  errors?: FieldErrors;
}

/** The body of 429. @param retryAfter milliseconds @param global whether the quota over all routes was reached */
export function rateLimitedBody(retryAfter: number, global: boolean) {
  return { message: RATE_LIMITED_MESSAGE, retry_after: retryAfter, global };
}

/** An error of one field. */
export interface FieldError {
  code: string;
  message: string;
}

/** Errors in the structure of the body; array indices are keys (`"0"`). */
export type FieldErrors = { [field: string]: FieldErrors | FieldError[] };
