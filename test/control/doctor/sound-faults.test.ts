import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { SoundServer } from '../../hardware/support/sound-server.js';
import { type FaultCase, testFaults } from './support/fault-case.js';
import type { FaultScene } from './support/fault-scene.js';

const skip = spawnSync('pulseaudio', ['--version']).error !== undefined && 'missing: pulseaudio';

/** The modules of PulseAudio that stand for devices. */
const DEVICES = {
  speakers: ['module-null-sink', 'sink_name=speakers'],
  microphone: ['module-null-source', 'source_name=microphone'],
} as const;

type Device = keyof typeof DEVICES;

/** Starts a sound server, without devices, that ends with the scene. */
async function startServer(scene: FaultScene): Promise<SoundServer> {
  const server = await SoundServer.create();
  scene.cleanUp(() => server.remove());
  await server.start();
  return server;
}

/** A daemon on a machine with some sound devices; the hint is to plug in others. */
function withSound(
  code: FaultCase['code'],
  present: readonly Device[],
  plugged: readonly Device[],
): FaultCase {
  const servers = new WeakMap<FaultScene, SoundServer>();
  const plug = async (server: SoundServer, devices: readonly Device[]) => {
    for (const device of devices) await server.pactl('load-module', ...DEVICES[device]);
  };
  return {
    ...{ code, skip },
    async make(scene) {
      const server = await startServer(scene);
      servers.set(scene, server);
      await plug(server, present);
      await scene.startDaemon({ environment: server.environment });
    },
    async apply(scene, { hint }) {
      assert.match(hint ?? '', /^Plug in /);
      const server = servers.get(scene);
      assert.ok(server !== undefined);
      await plug(server, plugged);
    },
  };
}

const CASES: readonly FaultCase[] = [
  withSound('no_sound_devices', [], ['speakers']),
  withSound('no_microphone', ['speakers'], ['microphone']),
  withSound('no_speakers', ['microphone'], ['speakers']),
  {
    code: 'no_sound_server',
    skip,
    async make(scene) {
      scene.environment = { ...scene.environment, PULSE_SERVER: undefined };
      await scene.startDaemon();
    },
    message: /no sound server answers at \S+\/pulse\/native/,
    // The command of the finding is that of PipeWire, which the lab has.
    async apply(scene, { hint }) {
      const [, command = ''] = /with PulseAudio the command is (.+)\.$/.exec(hint ?? '') ?? [];
      await scene.run(command);
      scene.cleanUp(() => scene.run('pulseaudio --kill'));
    },
  },
  {
    code: 'no_sound_server',
    of: 'a daemon outside of a session',
    skip,
    async make(scene) {
      scene.environment = { ...scene.environment, PULSE_SERVER: undefined, XDG_RUNTIME_DIR: undefined };
      await scene.startDaemon();
    },
    message: /outside of your session \(XDG_RUNTIME_DIR is not set\)/,
    async apply(scene) {
      const server = await startServer(scene);
      await scene.restartDaemon({ environment: server.environment });
    },
  },
];

testFaults(CASES);
