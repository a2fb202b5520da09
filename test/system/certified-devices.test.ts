import assert from 'node:assert/strict';
import type { VoiceSettings } from '#guildhall/protocol/rpc/voice-settings.js';
import { RunningCommand } from '../cli/run-command.js';
import { driverPids } from '../hardware/support/processes.js';
import { realTest } from '../hardware/support/programs.js';
import { SoundServer } from '../hardware/support/sound-server.js';
import { connectGame } from '../helpers/authenticated.js';
import { type TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import type { RawRpcClient } from '../helpers/rpc-client.js';

interface Listing {
  readonly audio_inputs: readonly { id: string; name: string; certified: boolean }[];
}

/** Runs with a daemon that finds a sound server of the test's own. */
async function withSound(run: (daemon: TestDaemon, sound: SoundServer) => Promise<void>): Promise<void> {
  const sound = await SoundServer.create();
  try {
    await sound.start();
    await withDaemon((daemon) => run(daemon, sound), { environment: sound.environment })();
  } finally {
    await sound.remove();
  }
}

/** Plugs a microphone in. @returns what pulls it out again */
async function plugMicrophone(sound: SoundServer): Promise<() => Promise<unknown>> {
  const module = await sound.pactl(
    'load-module',
    'module-null-source',
    'source_name=studio',
    'description=Studio',
  );
  return () => sound.pactl('unload-module', module);
}

/** Reports a microphone as a vendor's tool does, without a connection; none takes the report back. */
async function certify(daemon: TestDaemon, clientId: string, ids: readonly string[]): Promise<void> {
  const link = { name: 'Acme', url: 'https://acme.example' };
  const flags = { echo_cancellation: true, hardware_mute: true };
  const devices = ids.map((id) => ({
    type: 'audioinput',
    id,
    vendor: link,
    model: link,
    related: [],
    ...flags,
  }));
  const url = `http://127.0.0.1:${daemon.runtime.rpc.port}/rpc?v=1&client_id=${clientId}`;
  const body = JSON.stringify({ cmd: 'SET_CERTIFIED_DEVICES', args: { devices }, nonce: '1' });
  const response = await fetch(url, { method: 'POST', body });
  assert.deepEqual(await response.json(), {
    cmd: 'SET_CERTIFIED_DEVICES',
    data: null,
    evt: null,
    nonce: '1',
  });
}

async function nextSettings(client: RawRpcClient): Promise<VoiceSettings> {
  const { data } = await client.next(({ evt }) => evt === 'VOICE_SETTINGS_UPDATE');
  return data as unknown as VoiceSettings;
}

const PROGRAMS = ['pulseaudio', 'pactl'];

realTest(
  PROGRAMS,
  'a certified microphone takes voice settings over while it is plugged in, and subscribers hear of it',
  () =>
    withSound(async (daemon, sound) => {
      const client = await connectGame(daemon);
      await client.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
      const before = (await client.request('GET_VOICE_SETTINGS')).data as unknown as VoiceSettings;
      const unplug = await plugMicrophone(sound);
      const { id, name } = (await nextSettings(client)).input.available_devices[1] ?? {};
      assert.equal(name, 'Studio');
      const tool = await daemon.cli<{ id: string }>('apps', 'create', '--name', 'Acme Tool', '--approved');
      await certify(daemon, tool.id, [id ?? '']);
      const taken = await nextSettings(client);
      assert.deepEqual([taken.input.device_id, taken.echo_cancellation, taken.mute], [id, false, true]);
      await unplug();
      assert.deepEqual(await nextSettings(client), before);
      await plugMicrophone(sound);
      assert.deepEqual(await nextSettings(client), taken);
      await certify(daemon, tool.id, []);
      assert.deepEqual(await nextSettings(client), {
        ...before,
        input: { ...taken.input, device_id: 'default' },
      });
      await client.close();
    }),
);

realTest(
  PROGRAMS,
  'devices --watch tells what is plugged in, certified and pulled out; no driver runs for nobody',
  () =>
    withSound(async (daemon, sound) => {
      const { pid } = daemon.runtime;
      const tool = await daemon.cli<{ id: string }>('apps', 'create', '--name', 'Acme Tool', '--approved');
      assert.deepEqual(driverPids(undefined, pid), []);
      const command = new RunningCommand(['devices', '--watch', '--json', '--home', daemon.home]);
      const inputs = () => {
        const last = command.output.trim().split('\n').at(-1);
        return last === undefined || last === '' ? null : (JSON.parse(last) as Listing).audio_inputs;
      };
      const until = (expected: [string, boolean][]) =>
        eventually(() => {
          const seen = inputs()?.map(({ name, certified }) => [name, certified]);
          return JSON.stringify(seen) === JSON.stringify(expected);
        });
      await until([]);
      const unplug = await plugMicrophone(sound);
      await until([['Studio', false]]);
      await certify(daemon, tool.id, [inputs()?.[0]?.id ?? '']);
      await until([['Studio', true]]);
      await unplug();
      await until([]);
      command.interrupt();
      assert.equal((await command.finished).exitCode, 0);
    }),
);
