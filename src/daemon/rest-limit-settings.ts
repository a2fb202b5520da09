import { DEFAULT_REST_LIMITS } from '../api/rest/rate-limits/rest-limits.js';
import { limitSettings } from './limit-settings.js';

/** The quotas of the REST interface (docs/gateway.md, Limits). */
export const REST_LIMIT_SETTINGS = limitSettings(DEFAULT_REST_LIMITS, {
  bucketRequests: 'api_max_requests',
  globalRequests: 'api_max_requests_of_caller',
  windowSeconds: 'api_request_window_seconds',
  failedLogins: 'api_max_failed_logins',
  guestAccounts: 'api_max_guest_accounts',
  sessionStarts: 'api_max_session_starts',
  fileBytes: 'api_max_file_bytes',
  fileMebibytesOfUser: 'api_max_file_mebibytes_of_user',
  fileMebibytesInTotal: 'api_max_file_mebibytes',
});
