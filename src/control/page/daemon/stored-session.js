/**
 * The session of this browser, for all tabs.
 *
 * @typedef {{ readonly name: string, readonly key: string }} StoredSession `key` is a secret
 */

const STORED = 'guildhall-console-session';

/** @returns {StoredSession | null} */
export function readSession() {
  const [name, key] = localStorage.getItem(STORED)?.split('.') ?? [];
  return name === undefined || key === undefined ? null : { name, key };
}

/** @param {StoredSession} session */
export function storeSession({ name, key }) {
  localStorage.setItem(STORED, `${name}.${key}`);
}

/** @param {() => void} onSignIn called when another tab signs in */
export function whenSignedInElsewhere(onSignIn) {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORED && newValue !== null) onSignIn();
  });
}
