import { ApplicationsView } from '../applications/applications-view.js';
import { ConnectionsView } from '../connections/connections-view.js';
import { ConsentDialog } from '../consent/consent-dialog.js';
import { DevicesView } from '../devices/devices-view.js';
import { GuildsView } from '../guilds/guilds-view.js';
import { HealthView } from '../health/health-view.js';
import { Overview } from '../overview/overview.js';
import { PlaygroundView } from '../playground/playground-view.js';
import { VoiceView } from '../voice/voice-view.js';
import { Attention } from './attention.js';
import { CaptureBanner } from './capture-banner.js';
import { ConnectionState } from './connection-state.js';
import { byId } from './dom.js';
import { FindingsBanner } from './findings-banner.js';
import { KeyboardPlace } from './keyboard-place.js';
import { follow } from './live.js';
import { PageTitle } from './page-title.js';
import { showServiceStart } from './service-start.js';
import { signIn } from './sign-in.js';
import { readSession, whenSignedInElsewhere } from './stored-session.js';
import { Views } from './views.js';

new KeyboardPlace();
const title = new PageTitle();
const dialog = new ConsentDialog();
const connection = new ConnectionState(() => showRequests([]));

/** @param {readonly import('../consent/consent-dialog.js').WaitingConsent[]} waiting */
function showRequests(waiting) {
  dialog.show(waiting);
  title.showWaiting(waiting.length);
}

/** @param {string} reason */
function showSignedOut(reason) {
  byId('signed-out-reason').textContent = reason;
  byId('signed-out').hidden = false;
  byId('signed-in').hidden = true;
  byId('views').hidden = true;
  // Secrets are shown once.
  for (const open of document.querySelectorAll('dialog')) if (open.id !== 'secret-dialog') open.close();
  connection.show('out');
  whenSignedInElsewhere(() => location.reload());
}

async function run() {
  await signIn();
  if (readSession() === null) return showSignedOut('');
  const banner = new CaptureBanner();
  const findings = new FindingsBanner();
  byId('signed-out').hidden = true;
  byId('signed-in').hidden = false;
  byId('views').hidden = false;
  const views = new Views(
    [
      { name: 'overview', title: 'Overview', view: new Overview() },
      { name: 'applications', title: 'Applications', view: new ApplicationsView() },
      { name: 'connections', title: 'Connections', view: new ConnectionsView() },
      { name: 'devices', title: 'Devices', view: new DevicesView() },
      { name: 'voice', title: 'Voice', view: new VoiceView() },
      { name: 'guilds', title: 'Guilds', view: new GuildsView() },
      { name: 'health', title: 'Health', view: new HealthView((found) => findings.show(found)) },
      { name: 'playground', title: 'Playground', view: new PlaygroundView() },
    ],
    (view) => {
      title.showView(view.title);
      findings.showIn(view.name);
    },
  );
  const attention = new Attention();
  const end = await follow(
    '/live',
    /** @param {import('./views.js').Part} part */
    (part) => {
      if (part.part === 'consents') showRequests(part.value);
      else if (part.part === 'capture') banner.show(part.value);
      else if (part.part === 'status') showServiceStart(part.value.service_start);
      views.receive(part);
    },
    (isLive) => connection.show(isLive ? 'live' : 'connecting'),
    new AbortController().signal,
  );
  views.close();
  attention.close();
  showRequests([]);
  banner.show(null);
  if (end !== null) throw end;
}

run().catch((error) => showSignedOut(error instanceof Error ? error.message : String(error)));

// Pasting a new one-time URL into this tab changes only the fragment, which does not reload the page.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#code=')) location.reload();
});
