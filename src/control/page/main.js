import { ApiError, forgetToken, hasToken, signIn } from './api.js';
import { CaptureBanner } from './capture-banner.js';
import { ConsentDialog } from './consent-dialog.js';
import { byId } from './dom.js';
import { follow } from './live.js';
import { showDevices, showSessions, showStatus } from './overview.js';
import { Views } from './views.js';
import { VoiceSection } from './voice.js';
import { VoiceView } from './voice-view.js';

const CONNECTION_WORDS = { live: 'Live', connecting: 'Reconnecting…', out: 'Not signed in' };

/** @param {keyof typeof CONNECTION_WORDS} state */
function showConnection(state) {
  const connection = byId('connection');
  if (connection.dataset.state === state) return;
  connection.dataset.state = state;
  connection.textContent = CONNECTION_WORDS[state];
}

/** @param {string} reason */
function showSignedOut(reason) {
  byId('signed-out-reason').textContent = reason;
  byId('signed-out').hidden = false;
  byId('signed-in').hidden = true;
  byId('views').hidden = true;
  showConnection('out');
}

async function run() {
  await signIn();
  if (!hasToken()) return showSignedOut('');
  const banner = new CaptureBanner();
  const dialog = new ConsentDialog();
  const voice = new VoiceSection();
  byId('signed-out').hidden = true;
  byId('signed-in').hidden = false;
  byId('views').hidden = false;
  const voiceView = new VoiceView();
  new Views((name) => voiceView.setShown(name === 'voice'));
  const end = await follow(
    '/live',
    /** @param {import('../operations/live.js').Part} part */
    (part) => {
      if (part.part === 'consents') dialog.show(part.value);
      else if (part.part === 'capture') banner.show(part.value);
      else if (part.part === 'sessions') showSessions(part.value);
      else if (part.part === 'voice') voice.show(part.value);
      else if (part.part === 'devices') showDevices(part.value);
      else showStatus(part.value);
    },
    (isLive) => showConnection(isLive ? 'live' : 'connecting'),
    new AbortController().signal,
  );
  voiceView.setShown(false);
  dialog.show([]);
  banner.show(null);
  if (end !== null) throw end;
}

run().catch((error) => {
  if (error instanceof ApiError && error.status === 401) forgetToken();
  showSignedOut(error instanceof Error ? error.message : String(error));
});

// Pasting a new one-time URL into this tab changes only the fragment, which does not reload the page.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#code=')) location.reload();
});
