import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { connectGame } from '../../helpers/authenticated.js';
import { withDaemon } from '../../helpers/daemon.js';
import { eventually } from '../../helpers/eventually.js';
import { withDevices } from './device-maker.js';
import { shownDevices } from './shown-devices.js';

type Ends = Record<'input' | 'output', { available_devices: { name: string }[] }>;

// One daemon for all of it: emulated, it takes long to start.
test(
  'a daemon on a machine with a real kernel',
  withDevices(async (maker, context) => {
    await withDaemon(async (daemon) => {
      await context.test('has a sound card in available_devices while it is plugged in', async () => {
        const client = await connectGame(daemon);
        const sides = async () => {
          const { input, output } = (await client.request('GET_VOICE_SETTINGS')).data as unknown as Ends;
          return [input, output].filter(({ available_devices: devices }) =>
            devices.some(({ name }) => name.includes('Loopback')),
          ).length;
        };
        assert.equal(await sides(), 0);
        execFileSync('modprobe', ['snd-aloop']);
        await eventually(async () => (await sides()) === 2);
        execFileSync('modprobe', ['--remove', 'snd-aloop']);
        await eventually(async () => (await sides()) === 0);
        await client.close();
      });

      await context.test('shows a headset among the HID devices while it is plugged in', async () => {
        const headsets = async () =>
          (await shownDevices(daemon)).hid.filter(({ name }) => name.includes('Lab Headset'));
        assert.deepEqual(await headsets(), []);
        const headset = await maker.plugHeadset('Lab Headset', 'LAB-0001');
        const [shown] = await eventually(async () => (await headsets()).length > 0 && headsets());
        assert.deepEqual([shown?.vendor_id, shown?.product_id], [0x1209, 0x0002]);
        await headset.unplug();
        await eventually(async () => (await headsets()).length === 0);
      });
    })();
  }),
);
