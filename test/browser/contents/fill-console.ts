import type { ControlHarness } from '../../control/control-harness.js';
import { addApplications } from './applications.js';
import { addDevices, HEADPHONES, MICROPHONE } from './devices.js';
import { addGuilds } from './guilds.js';
import { PEOPLE } from './people.js';

/** Fills what every view of the console shows, always with the same: for screenshots and checks of whole views. */
export function fillConsole(harness: ControlHarness): void {
  const { client, hardware, link, sound } = harness;
  client.user = PEOPLE.ada;
  harness.daemonProcess = { pid: 812, version: '0.1.0' };
  addGuilds(client);
  addApplications(harness);
  addDevices(hardware);
  sound.use({ input: MICROPHONE.id, output: HEADPHONES.id });
  link.become({
    ...{ state: 'VOICE_CONNECTED', hostname: '127.0.0.1:6481', average_ping: 14, last_ping: 12 },
    pings: [18, 14, 13, 15, 12, 31, 14, 13, 12, 12, 14, 16, 13, 12],
  });
}
