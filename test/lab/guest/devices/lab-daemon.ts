import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { TestDaemon } from '../../../helpers/daemon.js';

/** Layouts of devices that Guildhall's own database lacks: the lab's joystick and its throttle (layouts.h). */
const MAPPINGS = [
  '03000000091200000400000010010000,Lab,a:b2,y:b0,dpup:b12,dpdown:b13,platform:Linux,',
  '03000000091200000500000010010000,Lab,back:b0,start:b1,platform:Linux,',
];

let starting: Promise<TestDaemon> | null = null;
let folder: string | null = null;

/**
 * The daemon of all tests in this guest: emulated, it takes long to start. It has no display, knows the lab's gamepads,
 * and ends no capture without being asked. Each test leaves it as it found it.
 */
export function labDaemon(): Promise<TestDaemon> {
  starting ??= start();
  return starting;
}

async function start(): Promise<TestDaemon> {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-mappings-'));
  const mappings = join(folder, 'pads.txt');
  await writeFile(mappings, `${MAPPINGS.join('\n')}\n`);
  return TestDaemon.start({
    environment: { DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
    flags: ['--gamepad-mappings', mappings, '--capture-limit', '3600'],
  });
}

after(async () => {
  await (await starting)?.stop();
  if (folder !== null) await rm(folder, { recursive: true, force: true });
});
