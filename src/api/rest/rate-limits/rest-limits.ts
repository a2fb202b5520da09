/** How much the REST interface takes; the quotas are this service's own (docs/rest.md, Errors). */
export interface RestLimits {
  /** requests of one caller to one route of one guild or channel, in one window */
  readonly bucketRequests: number;
  /** requests of one caller to all routes together, in one window */
  readonly globalRequests: number;
  /** how long a window is */
  readonly windowSeconds: number;
  /** wrong secrets of one application, or wrong tokens of people on the page for it, from one address in one minute; more are answered with 429, right ones never */
  readonly failedLogins: number;
  /** guest accounts in an hour for one application, or for none, from one address; 0: guests are refused */
  readonly guestAccounts: number;
  /** sessions that one bot may start on the gateway in a day */
  readonly sessionStarts: number;
  /** bytes of one file of a message */
  readonly fileBytes: number;
  /** mebibytes that the files of one user's messages may occupy, each file rounded up to 4096 bytes */
  readonly fileMebibytesOfUser: number;
  /** mebibytes that the files of all messages may occupy */
  readonly fileMebibytesInTotal: number;
}

/** Generous: only a program that went wild meets them. */
export const DEFAULT_REST_LIMITS: RestLimits = {
  bucketRequests: 20_000,
  globalRequests: 100_000,
  windowSeconds: 10,
  failedLogins: 20,
  guestAccounts: 10,
  sessionStarts: 1000,
  fileBytes: 8 * 1024 * 1024,
  fileMebibytesOfUser: 512,
  fileMebibytesInTotal: 4096,
};
