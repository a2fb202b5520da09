import { pageHeaders } from '../../platform/http-headers.js';

/**
 * Headers of every answer on the console's port. The page gets its own scripts, styles and data and nothing else;
 * Trusted Types without any policy keep text from ever becoming markup.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...pageHeaders([
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]),
  'cross-origin-opener-policy': 'same-origin',
};
