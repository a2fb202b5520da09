import { readFile } from 'node:fs/promises';

/**
 * The arguments of a process, its program first. A process can change them, and they may contain secrets.
 *
 * @returns none if they are unknown: not on Linux, or of a process that has ended
 */
export function readArguments(pid: number | string): Promise<string[]> {
  return readTexts(pid, 'cmdline');
}

/** The variables that a process was started with; none if they are unknown, as those of another user's process. */
export async function readEnvironment(pid: number | string): Promise<NodeJS.ProcessEnv> {
  return Object.fromEntries((await readTexts(pid, 'environ')).map((text) => text.split(/=(.*)/s)));
}

/** Each text in these files ends with a zero (proc(5)), unless the process has written something else there. */
async function readTexts(pid: number | string, file: 'cmdline' | 'environ'): Promise<string[]> {
  // Elsewhere anybody may have made such a file: on Windows it is on the current drive.
  if (process.platform !== 'linux') return [];
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  return text === '' ? [] : text.replace(/\0$/, '').split('\0');
}
