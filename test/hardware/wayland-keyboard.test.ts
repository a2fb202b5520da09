import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { promisify } from 'node:util';
import { BED_PROGRAMS, InputBed, KEYBOARD_KEYS } from './support/input-bed.js';
import { realTest, XKB_LIBRARY } from './support/programs.js';
import { withHardware } from './support/real-hardware.js';
import { startWeston } from './support/wayland-compositor.js';
import { startXServer } from './support/x-server.js';

/** KEY_Y: what types z in a German layout, and υ in a Greek one. */
const Y = 21;

/** What the key is called where WAYLAND_DISPLAY is this, and the layout of the machine is the Greek one. */
async function nameOfY(waylandDisplay: string): Promise<string | undefined> {
  const bed = await InputBed.make();
  const display = { DISPLAY: undefined, WAYLAND_DISPLAY: waylandDisplay, XKB_DEFAULT_LAYOUT: 'gr' };
  const environment = { ...process.env, ...display, ...bed.environment };
  let name: string | undefined;
  try {
    await withHardware(environment, async (hardware) => {
      const keyboard = bed.plug('Keyboard', KEYBOARD_KEYS);
      const capture = await hardware.shortcuts.start();
      keyboard.press(Y);
      keyboard.release(Y);
      const [key] = await capture.completed;
      assert.equal(key?.code, 0x1c);
      name = key?.name;
      await capture.stop();
    });
  } finally {
    await bed[Symbol.asyncDispose]();
  }
  return name;
}

/** Runs with a socket that handles connections with the given function. */
async function withSocket(
  treat: (connection: Socket) => void,
  run: (path: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-wayland-'));
  const path = join(folder, 'wayland-0');
  const connections: Socket[] = [];
  const server = createServer((connection) => {
    connections.push(connection);
    connection.on('error', () => {});
    treat(connection);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  try {
    await run(path);
  } finally {
    for (const connection of connections) connection.destroy();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

describe('names of keys under Wayland', () => {
  realTest(
    [...BED_PROGRAMS, XKB_LIBRARY, 'weston', 'Xvfb', 'setxkbmap'],
    'are those of the compositor’s layout',
    async () => {
      const x = await startXServer();
      try {
        await promisify(execFile)('setxkbmap', ['-display', x.display, 'de']);
        const weston = await startWeston(x);
        try {
          assert.equal(await nameOfY(weston.socket), 'z');
        } finally {
          await weston.stop();
        }
      } finally {
        await x.stop();
      }
    },
  );

  realTest(
    [...BED_PROGRAMS, XKB_LIBRARY],
    'are those of the machine’s layout if the compositor is gone, hangs, hangs up or talks nonsense',
    async () => {
      assert.equal(await nameOfY('/nonexistent/wayland-0'), 'υ');
      const treatments: ((connection: Socket) => void)[] = [
        () => {},
        (connection) => connection.end(),
        // A message for the registry that is shorter than its own header, then one that is cut off.
        (connection) => connection.write(Buffer.from([2, 0, 0, 0, 0, 0, 4, 0, 2, 0, 0, 0, 0, 0, 255, 255])),
        // A seat whose name is longer than its message.
        (connection) =>
          connection.write(Buffer.from([2, 0, 0, 0, 0, 0, 16, 0, 1, 0, 0, 0, 255, 255, 255, 255])),
      ];
      for (const treat of treatments)
        await withSocket(treat, async (path) => assert.equal(await nameOfY(path), 'υ'));
    },
  );
});
