import { UserError } from '../../platform/errors.js';
import type { Machine } from '../machine.js';
import type { ServiceFile } from '../service-manager.js';
import { UNIT_MARK } from './unit-text.js';

const UNIT_MODE = 0o644;

/** missing: there is none; outdated: of another version or for another path */
type FileState = 'current' | 'outdated' | 'missing';

/** The state of a unit's file. @throws {UserError} if it is not ours */
export async function fileState(machine: Machine, { path, text }: ServiceFile): Promise<FileState> {
  const found = await machine.readFile(path);
  if (found === null) return 'missing';
  if (!found.startsWith(`${UNIT_MARK}\n`)) {
    throw new UserError(`${path} is not Guildhall's`, 'Check what it does, and move it away');
  }
  return found === text ? 'current' : 'outdated';
}

/** Writes the files that are missing or outdated. @returns what they were before */
export async function writeUnits(machine: Machine, files: readonly ServiceFile[]): Promise<FileState[]> {
  // All are looked at before the first is written: one that is not ours changes nothing.
  const states = await Promise.all(files.map((file) => fileState(machine, file)));
  for (const [index, { path, text }] of files.entries()) {
    if (states[index] !== 'current') await machine.writeFile(path, text, UNIT_MODE);
  }
  return states;
}
