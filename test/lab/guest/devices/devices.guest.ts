import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { VoiceSettings } from '#guildhall/protocol/rpc/voice-settings.js';
import { driverPids } from '../../../hardware/support/processes.js';
import { connectGame } from '../../../helpers/authenticated.js';
import { certifyInputs } from '../../../helpers/certify-inputs.js';
import { eventually } from '../../../helpers/eventually.js';
import type { RawRpcClient } from '../../../helpers/rpc-client.js';
import { withDevices } from './device-maker.js';
import { labDaemon } from './lab-daemon.js';
import { shownDevices } from './shown-devices.js';

/** The id of the card's first endpoint of one direction. */
function loopback({ available_devices: devices }: VoiceSettings['input' | 'output']): string | undefined {
  return devices.find(({ name }) => name.includes('Loopback'))?.id;
}

/** What is told of the settings once they are as they should be. */
async function settingsWhere(
  client: RawRpcClient,
  isSo: (settings: VoiceSettings) => unknown,
): Promise<VoiceSettings> {
  const { data } = await client.next(
    ({ evt, data }) => evt === 'VOICE_SETTINGS_UPDATE' && Boolean(isSo(data as unknown as VoiceSettings)),
  );
  return data as unknown as VoiceSettings;
}

/** Whether a process has a file open whose path begins so. */
function hasOpen(pid: number, path: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).some((fd) => {
    try {
      return readlinkSync(join(folder, fd)).startsWith(path);
    } catch {
      return false;
    }
  });
}

test(
  'a daemon on a machine with a real kernel',
  withDevices(async (maker, context) => {
    const daemon = await labDaemon();
    await context.test('has a sound card in available_devices while it is plugged in', async () => {
      const client = await connectGame(daemon);
      await client.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
      const before = (await client.request('GET_VOICE_SETTINGS')).data as unknown as VoiceSettings;
      assert.deepEqual([loopback(before.input), loopback(before.output)], [undefined, undefined]);

      execFileSync('modprobe', ['snd-aloop']);
      const plugged = await settingsWhere(client, ({ input, output }) => loopback(input) && loopback(output));
      const shown = (await shownDevices(daemon)).audio_inputs.map(({ id }) => id);
      assert.ok(shown.includes(loopback(plugged.input) ?? ''), 'devices does not show it');

      const tool = await daemon.cli<{ id: string }>('apps', 'create', '--name', 'Tool', '--approved');
      const id = loopback(plugged.input) ?? '';
      await certifyInputs(daemon, tool.id, [id]);
      const taken = await settingsWhere(client, ({ input }) => input.device_id === id);
      assert.deepEqual([taken.echo_cancellation, taken.mute], [false, true]);

      execFileSync('modprobe', ['--remove', 'snd-aloop']);
      const after = await settingsWhere(client, ({ input }) => loopback(input) === undefined);
      assert.deepEqual(after, before);
      await certifyInputs(daemon, tool.id, []);
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

    await context.test(
      'mutes and unmutes by the button of a headset that belongs to its microphone',
      async () => {
        const client = await connectGame(daemon);
        await client.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
        // Only what differs from these is told.
        await client.request('GET_VOICE_SETTINGS');
        execFileSync('modprobe', ['snd-aloop']);
        const { input } = await settingsWhere(client, (settings) => loopback(settings.input));
        const headset = await maker.plugHeadset('Lab Headset', 'LAB-0002');
        const buttons = await eventually(async () =>
          (await shownDevices(daemon)).hid.find(({ name }) => name.includes('Lab Headset')),
        );
        const tool = await daemon.cli<{ id: string }>('apps', 'create', '--name', 'Buttons', '--approved');
        await certifyInputs(daemon, tool.id, [loopback(input) ?? ''], [buttons.id]);
        await settingsWhere(client, ({ mute }) => mute);
        await eventually(() =>
          driverPids('hid', daemon.runtime.pid).some((pid) => hasOpen(pid, '/dev/hidraw')),
        );
        const press = async () => {
          await headset.report(1, 1);
          await headset.report(1, 0);
        };
        await press();
        await settingsWhere(client, ({ mute }) => !mute);
        await press();
        await settingsWhere(client, ({ mute }) => mute);
        await certifyInputs(daemon, tool.id, []);
        await settingsWhere(client, ({ mute }) => !mute);
        await headset.unplug();
        execFileSync('modprobe', ['--remove', 'snd-aloop']);
        await client.close();
      },
    );
  }),
);
