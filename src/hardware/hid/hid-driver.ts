import { coalesceRuns } from '../../platform/async/coalesce.js';
import { hostedDriver } from '../host/driver.js';
import { watchDeviceNodes } from '../watch-device-nodes.js';
import type { HID } from './hid-contract.js';
import { findButton, listHidDevices } from './list-hid-devices.js';
import { loadNodeHid } from './load-node-hid.js';
import { OpenMuteButtons } from './open-mute-buttons.js';

/** Lists HID devices through node-hid, and reads the mute buttons of headsets. Runs only in its own process. */
export const hidDriver = hostedDriver<typeof HID>(async (emit) => {
  const hid = await loadNodeHid();
  const buttons = new OpenMuteButtons(hid, findButton, (device) => emit('mute', device));
  const list = async () => listHidDevices(await hid.devicesAsync());
  const update = coalesceRuns(async () => {
    // A list that fails now is retried at the next change.
    await buttons.update(await list().catch(() => []));
  });
  watchDeviceNodes('/dev', /^hidraw\d+$/, () => {
    emit('changed', null);
    update();
  });
  return {
    requests: {
      devices: async () => (await list()).map(({ device }) => device),
      listen: async () => {
        await buttons.listen(await list());
        return null;
      },
      unlisten: async () => {
        await buttons.unlisten();
        return null;
      },
    },
  };
});
