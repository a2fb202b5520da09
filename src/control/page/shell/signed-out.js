/**
 * Why nobody is signed in, and what to do; null: somebody is.
 *
 * @param {Pick<import('../../status.js').DaemonStatus, 'sign_in' | 'user'>} status
 * @returns {string | null}
 */
export function whySignedOut({ sign_in, user }) {
  if (sign_in === 'out') return 'Nobody is signed in. Sign in with: guildhall login';
  if (sign_in === 'refused')
    return 'Nobody is signed in: the service does not accept the saved token. Sign in with: guildhall login';
  return user === null ? 'Nobody is signed in yet: the service has not answered.' : null;
}
