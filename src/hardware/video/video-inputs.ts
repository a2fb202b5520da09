import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { throttle } from '../../platform/async/coalesce.js';
import { watchNames } from '../../platform/files/watch-names.js';
import { stableId } from '../device-id.js';

const VIDEO4LINUX = '/sys/class/video4linux';
/** a camera has several nodes, which appear together */
const THROTTLE_MS = 100;

export interface VideoInput {
  /** stable over restarts, and over replugging into the same port */
  readonly id: string;
  readonly name: string;
}

/** Cameras that the kernel knows (Linux only). Reads the kernel's files, without a driver process. */
export async function listVideoInputs(folder: string = VIDEO4LINUX): Promise<VideoInput[]> {
  const nodes = await readdir(folder).catch(() => []);
  const inputs = await Promise.all(nodes.sort().map((node) => readVideoInput(join(folder, node))));
  return inputs.filter((input) => input !== null);
}

/** Calls back when cameras may have changed, until the returned function is called (Linux only). */
export function watchVideoInputs(listener: () => void, folder = '/dev'): () => void {
  if (process.platform !== 'linux') return () => {};
  return watchNames(folder, /^video\d+$/, throttle(THROTTLE_MS, listener));
}

async function readVideoInput(node: string): Promise<VideoInput | null> {
  try {
    // A camera has several nodes: number 0 has the picture, the others metadata.
    if ((await readFile(join(node, 'index'), 'utf8')).trim() !== '0') return null;
    const name = (await readFile(join(node, 'name'), 'utf8')).trim();
    const device = await realpath(join(node, 'device')).catch(() => node);
    return { id: stableId(`video4linux/${name}/${device}`), name };
  } catch {
    // It was unplugged meanwhile.
    return null;
  }
}
