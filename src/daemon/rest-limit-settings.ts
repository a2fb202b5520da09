import { DEFAULT_REST_LIMITS, type RestLimits } from '../api/rest/rate-limits/rest-limits.js';
import type { Setting } from './settings.js';
import { wholeNumber } from './whole-number.js';

/** The quotas of the REST interface: keys of `config.toml` and names in the environment, without flags. */
export const REST_LIMIT_SETTINGS: { readonly [Name in keyof RestLimits]: Setting<number> } = {
  bucketRequests: limit('api_max_requests', 'bucketRequests'),
  globalRequests: limit('api_max_requests_of_caller', 'globalRequests'),
  windowSeconds: limit('api_request_window_seconds', 'windowSeconds'),
  failedLogins: limit('api_max_failed_logins', 'failedLogins'),
  guestAccounts: limit('api_max_guest_accounts', 'guestAccounts'),
};

/** The quotas, each as `read` finds its setting. */
export function readRestLimits(read: (setting: Setting<number>) => number): RestLimits {
  const limits: { -readonly [Name in keyof RestLimits]: number } = { ...DEFAULT_REST_LIMITS };
  for (const name of Object.keys(REST_LIMIT_SETTINGS) as (keyof RestLimits)[]) {
    limits[name] = read(REST_LIMIT_SETTINGS[name]);
  }
  return limits;
}

function limit(key: string, name: keyof RestLimits): Setting<number> {
  return { key, read: wholeNumber, fallback: DEFAULT_REST_LIMITS[name] };
}
