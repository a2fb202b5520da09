import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe } from 'node:test';
import { realTest } from '../hardware/support/programs.js';
import { SoundServer } from '../hardware/support/sound-server.js';
import { runScript } from './support/run-script.js';

/** A user that runs nothing else, so that a limit of its processes hits the script alone. */
const UNUSED_UID = 64_917;
/** Up to how many descriptors are left free, one more each time. */
const MOST_FREE = 24;

/** Starts and stops a listener. Gives what became of it. */
const OUTCOME_OF = `
  const outcomeOf = (start) => {
    try {
      start().stop();
      return 'started';
    } catch (error) {
      return error.code;
    }
  };
`;

/** Uses everything that opens descriptors with 0, 1, 2, … of them left, and prints a line of outcomes for each. */
const FEW_DESCRIPTORS = `
  const { closeSync, openSync } = require('node:fs');
  ${OUTCOME_OF}
  (async () => {
    // Starts the threads of Node's pool.
    await require('node:fs/promises').stat('/');
    for (let free = 0; free <= ${MOST_FREE}; free += 1) {
      const opened = [];
      try {
        for (;;) opened.push(openSync('/dev/null'));
      } catch {}
      for (const descriptor of opened.splice(0, free)) closeSync(descriptor);
      const { service } = await addon.audioEndpoints.list(10_000);
      const watcher = outcomeOf(() => new addon.audioEndpoints.Watcher(() => {}));
      const keys = outcomeOf(() => new addon.evdev.KeyListener(() => {}, () => {}));
      const pads = outcomeOf(() => new addon.gamepads.Listener(new addon.gamepads.Mappings(''), () => {}));
      const devices = outcomeOf(() => ({ stop: addon.evdev.listDevices }));
      const gamepads = outcomeOf(() => ({ stop: () => addon.gamepads.list(new addon.gamepads.Mappings('')) }));
      for (const descriptor of opened) closeSync(descriptor);
      console.log([service, watcher, keys, pads, devices, gamepads].join(' '));
    }
  })();
`;

/** Waits until stdin ends, then starts everything that has a thread. */
const NO_THREADS = `
  const { once } = require('node:events');
  ${OUTCOME_OF}
  (async () => {
    await require('node:fs/promises').stat('/');
    console.log('ready');
    process.stdin.resume();
    await once(process.stdin, 'end');
    console.log([
      outcomeOf(() => new addon.audioEndpoints.Watcher(() => {})),
      outcomeOf(() => new addon.evdev.KeyListener(() => {}, () => {})),
      outcomeOf(() => new addon.gamepads.Listener(new addon.gamepads.Mappings(''), () => {})),
    ].join(' '));
  })();
`;

describe('the addon in a process that has run out', () => {
  realTest(['pulseaudio', 'pactl'], 'of descriptors reports that and does not abort', async () => {
    const sound = await SoundServer.create();
    try {
      await sound.start();
      const end = await runScript(FEW_DESCRIPTORS, {
        through: ['sh', '-c', 'ulimit -n 64; ulimit -c 0; exec "$@"', 'sh'],
        environment: sound.environment,
      });
      assert.deepEqual([end.code, end.signal], [0, null], end.stderr);
      const lines = end.stdout.trim().split('\n');
      assert.equal(lines.length, MOST_FREE + 1);
      const out = 'out-of-descriptors';
      assert.equal(lines[0], `exhausted${` ${out}`.repeat(5)}`);
      assert.equal(lines.at(-1), `answered${' started'.repeat(5)}`);
      // Never does an exhausted process take a server for absent or devices for missing.
      for (const line of lines)
        assert.match(line, /^(exhausted|answered) ((out-of-descriptors|started) ?){5}$/);
    } finally {
      await sound.remove();
    }
  });

  realTest(['prlimit'], 'of threads reports that and does not abort', async () => {
    const user = process.getuid?.() === 0 ? { uid: UNUSED_UID, gid: UNUSED_UID } : {};
    const end = await runScript(NO_THREADS, {
      ...user,
      onFirstOutput: (pid) => execFileSync('prlimit', [`--pid=${pid}`, '--nproc=1:1'], user),
    });
    assert.deepEqual([end.code, end.signal], [0, null], end.stderr);
    const out = 'out-of-threads';
    assert.equal(end.stdout, `ready\n${out} ${out} ${out}\n`);
  });
});
