import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StepError } from '../run.mjs';

/** What the dynamic loader replaces by the folder of the library that it loads. */
const ORIGIN = '$ORIGIN';
/** The folder in which node-gyp compiled, as a string of its own among the names of an ELF file. */
const RECORDED = /\0(\/[^\0]*\/build\/Release)\0/g;

/** The one module that loads a library from its folder. */
const LOADS_LIBRARY = 'naudiodon.node';

/** Relocates the module in a folder that needs it, if it is there. The linker of other systems records no folder. */
export function relocateModules(folder) {
  const file = join(folder, LOADS_LIBRARY);
  if (process.platform === 'linux' && existsSync(file)) relocateModule(file);
}

/**
 * Lets a native module find libraries beside itself and nowhere else: replaces the folder in which it was compiled, which
 * the linker has recorded as its RUNPATH. Another user could create that folder where it no longer exists.
 *
 * @param {string} file is changed
 * @throws {StepError} if such a folder is not recorded exactly once
 */
export function relocateModule(file) {
  const bytes = readFileSync(file);
  const text = bytes.toString('latin1');
  const matches = [...text.matchAll(RECORDED)];
  const [match] = matches;
  // One that was compiled before and reused is relocated already.
  if (match === undefined && text.includes(`\0${ORIGIN}\0`)) return;
  if (match === undefined || matches.length > 1)
    throw new StepError(`${file} does not record one folder of its libraries`);
  // Names end with a zero: the rest of the former one is never read.
  bytes.fill(0, match.index + 1, match.index + match[0].length);
  bytes.write(ORIGIN, match.index + 1);
  // Another checkout may share the file by a hard link, which is for the caller to avoid.
  writeFileSync(file, bytes);
}
