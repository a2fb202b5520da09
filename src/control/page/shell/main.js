import { ApplicationsView } from '../applications/applications-view.js';
import { ConnectionsView } from '../connections/connections-view.js';
import { DevicesView } from '../devices/devices-view.js';
import { GuildsView } from '../guilds/guilds-view.js';
import { FindingsLink } from '../health/findings-link.js';
import { HealthView } from '../health/health-view.js';
import { Overview } from '../overview/overview.js';
import { PlaygroundView } from '../playground/playground-view.js';
import { VoiceView } from '../voice/voice-view.js';
import { runPage } from './run-page.js';
import { Views } from './views.js';

runPage((title) => {
  const findings = new FindingsLink();
  return new Views(
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
});
