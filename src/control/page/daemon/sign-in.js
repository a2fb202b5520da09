import { sendJson } from './send-json.js';
import { readSession, storeSession } from './stored-session.js';

/**
 * Signs this browser in with what the URL has: a one-time code, or the proof of a page that was open when the daemon
 * restarted. Without both it stays as it is.
 */
export async function signIn() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const code = fragment.get('code');
  const resume = fragment.get('resume');
  if (code === null && resume === null) return;
  // Removes the secrets from the address bar and the history first.
  const view = fragment.get('view') ?? '';
  history.replaceState(null, '', view === '' ? location.pathname : `${location.pathname}#${view}`);
  if (code !== null) await redeem(code);
  // Another tab was first: its session is the same.
  else if (resume !== null && readSession() === null) await openSession(toProof(resume));
}

/**
 * An address that was used already leads to the session that this browser has: docks of streaming programs open theirs
 * again at each start.
 *
 * @param {string} code
 */
async function redeem(code) {
  try {
    await openSession({ code });
  } catch (error) {
    if (readSession() === null) throw error;
  }
}

/** @param {object} body */
async function openSession(body) {
  storeSession(await (await sendJson('/session', body, 'same-origin')).json());
}

/** @param {string} text */
function toProof(text) {
  const [session, challenge, nonce, proof] = text.split('.');
  return { session, challenge, nonce, proof };
}
