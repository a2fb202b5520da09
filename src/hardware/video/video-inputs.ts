import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { throttle } from '../../platform/coalesce.js';
import { watchNames } from '../../platform/watch-names.js';
import { stableId } from '../device-id.js';

const VIDEO4LINUX = '/sys/class/video4linux';
/** a camera has several nodes, which come together */
const GATHER_MS = 100;

export interface VideoInput {
  /** stable over restarts, and over replugging into the same place */
  readonly id: string;
  readonly name: string;
}

/** Cameras that the kernel knows (Linux; elsewhere none is listed yet). Needs no driver of ours: the kernel's files tell. */
export async function listVideoInputs(folder: string = VIDEO4LINUX): Promise<VideoInput[]> {
  const nodes = await readdir(folder).catch(() => []);
  const inputs = await Promise.all(nodes.sort().map((node) => readVideoInput(join(folder, node))));
  return inputs.filter((input) => input !== null);
}

/** Calls back when a camera may have come or gone, until the returned function is called. */
export function watchVideoInputs(listener: () => void, folder = '/dev'): () => void {
  return watchNames(folder, /^video\d+$/, throttle(GATHER_MS, listener));
}

async function readVideoInput(node: string): Promise<VideoInput | null> {
  try {
    // A camera has several nodes; the picture comes from number 0, the others carry metadata.
    if ((await readFile(join(node, 'index'), 'utf8')).trim() !== '0') return null;
    const name = (await readFile(join(node, 'name'), 'utf8')).trim();
    const device = await realpath(join(node, 'device')).catch(() => node);
    return { id: stableId(`video4linux/${name}/${device}`), name };
  } catch {
    // It was pulled out meanwhile.
    return null;
  }
}
