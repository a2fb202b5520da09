import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AudioDevices, AudioEndpoint } from '#guildhall/hardware/hardware.js';
import { coalesceRuns } from '#guildhall/platform/async/coalesce.js';
import { eventually } from '../helpers/eventually.js';
import { available } from './support/available.js';
import { driverPid, isAlive } from './support/processes.js';
import { realTest } from './support/programs.js';
import { withHardware } from './support/real-hardware.js';
import { SoundServer } from './support/sound-server.js';

const PROGRAMS = ['pulseaudio', 'pactl'];
const STAND_IN = fileURLToPath(new URL('support/daemon-stand-in.js', import.meta.url));
const DEFAULT = { id: 'default', name: 'Default' };

async function withSoundServer(run: (server: SoundServer) => Promise<void>): Promise<void> {
  const server = await SoundServer.create();
  try {
    await server.start();
    await run(server);
  } finally {
    await server.remove();
  }
}

async function plugDevices(server: SoundServer): Promise<void> {
  for (const [module, kind, name, description] of [
    ['module-null-sink', 'sink', 'speakers', 'Großer Saal'],
    ['module-null-sink', 'sink', 'headset', 'Headset_Speaker'],
    ['module-null-source', 'source', 'microphone', 'Headset_Microphone'],
  ] as const) {
    const properties =
      kind === 'sink'
        ? `sink_properties='device.description="${description}"'`
        : `description=${description}`;
    await server.pactl('load-module', module, `${kind}_name=${name}`, properties);
  }
  await server.pactl('set-default-sink', 'headset');
}

/** Makes a sink of this name. @returns the number of its module */
function plugSink(server: SoundServer, name: string): Promise<string> {
  const properties = `sink_properties=device.description=${name}`;
  return server.pactl('load-module', 'module-null-sink', `sink_name=${name}`, properties);
}

function named(endpoints: readonly AudioEndpoint[]): unknown[] {
  return endpoints.map(({ name, direction, is_default }) => [name, direction, is_default]);
}

/** Names of the endpoints, read again only when something is told of them. */
class WatchedNames {
  #names: string[] | null = null;
  readonly stop: () => void;

  constructor(audio: AudioDevices) {
    const look = coalesceRuns(async () => {
      const endpoints = await audio.endpoints();
      this.#names = endpoints.map(({ name, is_default }) => (is_default ? `${name} (default)` : name));
    });
    this.stop = audio.watch(look);
    look();
  }

  async until(names: readonly string[]): Promise<void> {
    await eventually(() => JSON.stringify(this.#names) === JSON.stringify(names));
  }
}

describe('audio devices', () => {
  realTest(
    PROGRAMS,
    'are the sinks and sources of the sound server without monitors, named by description',
    () =>
      withSoundServer(async (server) => {
        await plugDevices(server);
        await withHardware(server.environment, async ({ audio }) => {
          assert.deepEqual(named(await audio.endpoints()), [
            ['Großer Saal', 'output', false],
            ['Headset_Speaker', 'output', true],
            ['Headset_Microphone', 'input', true],
          ]);
          const [output, input] = await Promise.all([available(audio, 'output'), available(audio, 'input')]);
          assert.deepEqual(
            output.map(({ name }) => name),
            ['Default', 'Großer Saal', 'Headset_Speaker'],
          );
          assert.deepEqual(
            input.map(({ name }) => name),
            ['Default', 'Headset_Microphone'],
          );
          assert.deepEqual(output[0], DEFAULT);
        });
      }),
  );

  realTest(PROGRAMS, 'keep their ids over restarts of the driver and of the sound server', () =>
    withSoundServer(async (server) => {
      const ids = async (): Promise<string[]> => {
        const seen: AudioEndpoint[] = [];
        await withHardware(server.environment, async ({ audio }) => {
          seen.push(...(await audio.endpoints()));
        });
        return seen.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b));
      };
      await plugDevices(server);
      const first = await ids();
      assert.equal(new Set(first).size, 3);
      for (const id of first)
        assert.match(id, /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      assert.deepEqual(await ids(), first);
      await server.end();
      await server.start();
      await server.pactl('load-module', 'module-null-sink', 'sink_name=another');
      await plugDevices(server);
      assert.deepEqual(
        (await ids()).filter((id) => first.includes(id)),
        first,
      );
    }),
  );

  realTest(PROGRAMS, 'appear and disappear as they are plugged in and unplugged', () =>
    withSoundServer(async (server) => {
      await withHardware(server.environment, async ({ audio }) => {
        // The sink that the server makes up when there is none is not a device.
        await server.pactl('load-module', 'module-always-sink');
        assert.deepEqual(await available(audio, 'output'), [DEFAULT]);
        const module = await server.pactl('load-module', 'module-null-sink', 'sink_name=plugged');
        assert.equal((await available(audio, 'output')).length, 2);
        await server.pactl('unload-module', module);
        assert.deepEqual(await available(audio, 'output'), [DEFAULT]);
      });
    }),
  );

  realTest(PROGRAMS, 'notify watchers when they appear, disappear or become the default', () =>
    withSoundServer(async (server) => {
      await withHardware(server.environment, async (hardware) => {
        const seen = new WatchedNames(hardware.audio);
        await seen.until([]);
        const module = await plugSink(server, 'plugged');
        await seen.until(['plugged (default)']);
        await server.pactl('load-module', 'module-null-source', 'description=microphone');
        await seen.until(['plugged (default)', 'microphone (default)']);
        await plugSink(server, 'other');
        await server.pactl('set-default-sink', 'other');
        await seen.until(['plugged', 'other (default)', 'microphone (default)']);
        await server.pactl('unload-module', module);
        await seen.until(['other (default)', 'microphone (default)']);
        // The sound server itself comes and goes.
        await server.end();
        await seen.until([]);
        await server.start();
        await plugSink(server, 'again');
        await seen.until(['again (default)']);
        seen.stop();
        assert.equal(hardware.drivers().find(({ name }) => name === 'audio')?.state, 'running');
      });
    }),
  );

  realTest(PROGRAMS, 'notify watchers of devices that appeared while the driver was down', () =>
    withSoundServer(async (server) => {
      await withHardware(server.environment, async ({ audio }) => {
        const seen = new WatchedNames(audio);
        await seen.until([]);
        const pid = driverPid('audio');
        process.kill(pid, 'SIGSTOP');
        await plugSink(server, 'plugged');
        process.kill(pid, 'SIGKILL');
        await seen.until(['plugged (default)']);
        seen.stop();
      });
    }),
  );

  realTest(PROGRAMS, 'report the level of each input, even after the driver crashed', () =>
    withSoundServer(async (server) => {
      await server.pactl('load-module', 'module-sine-source', 'source_name=tone', 'frequency=440');
      await server.pactl('load-module', 'module-null-source', 'source_name=quiet', 'description=quiet');
      await withHardware(server.environment, async ({ audio }) => {
        const inputs = (await audio.endpoints()).filter(({ direction }) => direction === 'input');
        assert.equal(inputs.length, 2);
        const quiet = inputs.find(({ name }) => name === 'quiet')?.id ?? '';
        const tone = inputs.find(({ id }) => id !== quiet)?.id ?? '';
        const levels = new Map<string, number[]>();
        const stops = [tone, quiet].map((id) => {
          levels.set(id, []);
          return audio.listen(id, (level) => levels.get(id)?.push(level));
        });
        const heard = (id: string) => eventually(() => (levels.get(id)?.length ?? 0) >= 10);
        await Promise.all([tone, quiet].map(heard));
        // A sine at half of full scale.
        assert.ok(
          levels.get(tone)?.every((level) => level > -12 && level < -6),
          `${levels.get(tone)}`,
        );
        assert.ok(
          levels.get(quiet)?.every((level) => level === -100),
          `${levels.get(quiet)}`,
        );
        // What PortAudio brings along must not keep a driver alive that is told to die.
        const pid = driverPid('audio');
        process.kill(pid, 'SIGSEGV');
        await eventually(() => !isAlive(pid));
        for (const each of levels.values()) each.length = 0;
        await Promise.all([tone, quiet].map(heard));
        for (const stop of stops) stop();
        for (const each of levels.values()) each.length = 0;
        await audio.endpoints();
        await audio.endpoints();
        assert.deepEqual([...levels.values()], [[], []]);
      });
    }),
  );

  realTest(PROGRAMS, 'report levels once plugged in, and again after replugging', () =>
    withSoundServer(async (server) => {
      const plug = () =>
        server.pactl('load-module', 'module-sine-source', 'source_name=tone', 'frequency=440');
      await withHardware(server.environment, async ({ audio }) => {
        const first = await plug();
        const { id = '' } = (await audio.endpoints()).find(({ direction }) => direction === 'input') ?? {};
        await server.pactl('unload-module', first);
        let heard = 0;
        const stop = audio.listen(id, () => {
          heard += 1;
        });
        for (let round = 0; round < 2; round += 1) {
          const module = await plug();
          const before = heard;
          await eventually(() => heard > before + 5);
          await server.pactl('unload-module', module);
        }
        stop();
      });
    }),
  );

  realTest(PROGRAMS, 'are only the default entry while the sound server is down or hangs', () =>
    withSoundServer(async (server) => {
      await plugDevices(server);
      await withHardware(server.environment, async ({ audio }) => {
        assert.equal((await available(audio, 'output')).length, 3);
        process.kill(server.pid, 'SIGSTOP');
        assert.deepEqual(await available(audio, 'output'), [DEFAULT]);
        process.kill(server.pid, 'SIGCONT');
        await eventually(async () => (await available(audio, 'output')).length === 3);
        await server.end();
        assert.deepEqual(await available(audio, 'output'), [DEFAULT]);
      });
    }),
  );

  realTest(PROGRAMS, 'are listed by a restarted driver after a crash', () =>
    withSoundServer(async (server) => {
      await plugDevices(server);
      await withHardware(server.environment, async ({ audio }) => {
        await audio.endpoints();
        const pid = driverPid('audio');
        // Stopped first, so that the question is in progress when it dies.
        process.kill(pid, 'SIGSTOP');
        const asked = audio.endpoints();
        process.kill(pid, 'SIGSEGV');
        process.kill(pid, 'SIGKILL');
        assert.equal((await asked).length, 3);
      });
    }),
  );

  realTest(
    [],
    'are the default entry alone on a machine without sound, and nothing reaches standard error',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'guildhall-silent-'));
      try {
        const { stdout, stderr } = await promisify(execFile)(
          process.execPath,
          [STAND_IN, folder, 'devices'],
          {
            env: {
              ...process.env,
              HOME: folder,
              XDG_RUNTIME_DIR: folder,
              PULSE_SERVER: `unix:${folder}/none`,
            },
          },
        );
        const { input, output, devices } = JSON.parse(stdout);
        assert.equal(stderr, '');
        assert.deepEqual([input, output], [[DEFAULT], [DEFAULT]]);
        assert.deepEqual([devices.audio_inputs, devices.audio_outputs], [[], []]);
        const states = devices.drivers.map(({ name, state }: { name: string; state: string }) => [
          name,
          state,
        ]);
        assert.deepEqual(states.slice(1), [
          ['gamepad', 'running'],
          ['hid', 'running'],
          ['audio', 'running'],
        ]);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});
