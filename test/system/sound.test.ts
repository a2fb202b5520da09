import assert from 'node:assert/strict';
import { realTest } from '../hardware/support/programs.js';
import { SoundServer } from '../hardware/support/sound-server.js';
import { connectGame } from '../helpers/authenticated.js';
import { withDaemon } from '../helpers/daemon.js';

type Ends = Record<'input' | 'output', { available_devices: { id: string; name: string }[] }>;
const DEFAULT = { id: 'default', name: 'Default' };

realTest(
  ['pulseaudio', 'pactl'],
  'available_devices lists the sinks and sources of the sound server, with stable ids',
  async () => {
    const sound = await SoundServer.create();
    try {
      await sound.start();
      for (const name of ['speakers', 'headset']) {
        await sound.pactl(
          'load-module',
          'module-null-sink',
          `sink_name=${name}`,
          `sink_properties=device.description=${name}`,
        );
      }
      await sound.pactl('load-module', 'module-null-source', 'source_name=mic', 'description=mic');
      const ids: string[][] = [];
      for (let round = 0; round < 2; round += 1) {
        await withDaemon(
          async (daemon) => {
            const client = await connectGame(daemon);
            const { input, output } = (await client.request('GET_VOICE_SETTINGS')).data as Ends;
            assert.deepEqual(names(output), ['Default', 'headset', 'speakers']);
            assert.deepEqual(names(input), ['Default', 'mic']);
            ids.push([...output.available_devices, ...input.available_devices].map(({ id }) => id));
            await client.close();
            assert.equal(daemon.stderr, '');
          },
          { environment: sound.environment },
        )();
      }
      assert.deepEqual(ids[0], ids[1]);
      assert.equal(new Set(ids[0]).size, 4);
    } finally {
      await sound.remove();
    }
  },
);

realTest(
  ['pulseaudio'],
  'with no sound at all there is the default entry, and no noise on stderr',
  async () => {
    const sound = await SoundServer.create();
    try {
      await withDaemon(
        async (daemon) => {
          const client = await connectGame(daemon);
          const { input, output } = (await client.request('GET_VOICE_SETTINGS')).data as Ends;
          assert.deepEqual([input.available_devices, output.available_devices], [[DEFAULT], [DEFAULT]]);
          await client.close();
          assert.equal(daemon.stderr, '');
          assert.doesNotMatch(daemon.stdout, /ALSA/);
        },
        { environment: sound.environment },
      )();
    } finally {
      await sound.remove();
    }
  },
);

function names({ available_devices: devices }: Ends['input']): string[] {
  const [first, ...rest] = devices.map(({ name }) => name);
  return [first ?? '', ...rest.sort()];
}
