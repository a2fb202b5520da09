import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../helpers/eventually.js';
import type { XServer } from './x-server.js';

/** A Wayland compositor with a keyboard. */
export interface WaylandCompositor {
  /** its socket, as WAYLAND_DISPLAY may name it */
  readonly socket: string;
  stop(): Promise<void>;
}

/** Weston in a window of an X server, of whose keyboard it takes the layout. */
export async function startWeston(x: XServer): Promise<WaylandCompositor> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-weston-'));
  const socket = join(folder, 'wayland-test');
  const flags = ['--backend=x11-backend.so', '--use-pixman', '--no-config', '--socket=wayland-test'];
  const weston = spawn('weston', flags, {
    env: { ...process.env, XDG_RUNTIME_DIR: folder, DISPLAY: x.display, WAYLAND_DISPLAY: undefined },
    stdio: 'ignore',
  });
  const exited = once(weston, 'exit');
  const stop = async (): Promise<void> => {
    weston.kill();
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await eventually(() => existsSync(socket));
    return { socket, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
