import { type DeclaredLimits, defaultsOf, type LimitsOf } from '../../protocol/declaration/limits.js';

/**
 * Limits of the REST interface; the quotas are specific to this service (docs/rest.md, Errors). They are generous: only
 * a malfunctioning program reaches them.
 */
export const REST_LIMITS = {
  bucketRequests: {
    key: 'api_max_requests',
    default: 20_000,
    summary: 'requests of one caller to one route of one guild or channel, in one window',
  },
  globalRequests: {
    key: 'api_max_requests_of_caller',
    default: 100_000,
    summary: 'requests of one caller to all routes together, in one window',
  },
  windowSeconds: {
    key: 'api_request_window_seconds',
    default: 10,
    summary: 'length of a window',
  },
  failedLogins: {
    key: 'api_max_failed_logins',
    default: 20,
    summary:
      'wrong secrets of one application, or wrong tokens on its authorization page, from one address in one minute; further ones are answered with 429, correct ones never are',
  },
  guestAccounts: {
    key: 'api_max_guest_accounts',
    default: 10,
    summary:
      'guest accounts in an hour for one application, or for none, from one address; 0: guests are refused',
  },
  sessionStarts: {
    key: 'api_max_session_starts',
    default: 1000,
    summary: 'sessions that one bot may start on the gateway in a day',
  },
  activityRequests: {
    key: 'api_max_activity_requests',
    default: 30,
    summary: 'messages about joining games that one user may send in a minute',
  },
  fileBytes: {
    key: 'api_max_file_bytes',
    default: 8 * 1024 * 1024,
    summary: 'bytes of one file of a message',
  },
  fileMebibytesOfUser: {
    key: 'api_max_file_mebibytes_of_user',
    default: 512,
    summary: "mebibytes that the files of one user's messages may occupy, each file rounded up to 4096 bytes",
  },
  fileMebibytesInTotal: {
    key: 'api_max_file_mebibytes',
    default: 4096,
    summary: 'mebibytes that the files of all messages may occupy',
  },
} as const satisfies DeclaredLimits;

export type RestLimits = LimitsOf<typeof REST_LIMITS>;

export const DEFAULT_REST_LIMITS: RestLimits = defaultsOf(REST_LIMITS);

/** Maximum body sizes, in bytes. */
export const BODY_BYTES = {
  /** fits the longest list: 500 overwrites */
  PLAIN: 64 * 1024,
  /** for a message about joining a game */
  ACTIVITY_REQUEST: 4 * 1024,
  /** for operations with an image as a data URI */
  WITH_IMAGES: 1024 * 1024,
  /** for a form with OAuth2 parameters */
  FORM: 16 * 1024,
  /** for a form with files, not counting the files: the headers of the parts, and fields of at most `PLAIN` in total */
  FORM_OVERHEAD: 256 * 1024,
} as const;
