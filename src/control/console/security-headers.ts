import { pageHeaders } from '../../platform/sockets/http-headers.js';

/**
 * Headers of every response on the console's port. The page can load only its own scripts, styles and data; Trusted
 * Types without a policy prevent text from becoming markup.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...pageHeaders([
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "worker-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]),
  'cross-origin-opener-policy': 'same-origin',
};
