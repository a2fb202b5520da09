import { ControlClient } from '#guildhall/control/control-client.js';
import { type Devices, listDevices } from '#guildhall/control/operations/devices.js';
import { homeFiles } from '#guildhall/platform/home.js';
import type { TestDaemon } from '../../../helpers/daemon.js';

/** What `guildhall devices` shows, asked for as it does; a separate process for each look takes long when emulated. */
export function shownDevices(daemon: TestDaemon): Promise<Devices> {
  return new ControlClient(homeFiles(daemon.home)).call(listDevices, {}, {});
}
