import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { ROOT } from './run.mjs';

/**
 * What binding.gyp compiles for a system, and links with.
 *
 * @param {'linux' | 'mac' | 'win'} system
 * @returns {{ sources: string[], defines: string[], libraries: string[] }} sources as paths below the project
 */
export function addonSources(system) {
  const text = readFileSync(`${ROOT}binding.gyp`, 'utf8').replaceAll(/^\s*#.*$/gm, '');
  // Its notation is Python's, which but for comments is JavaScript's too.
  const [{ conditions, defines, sources }] = runInNewContext(`(${text})`).targets;
  const [, own] = conditions.find(([condition]) => condition === `OS=="${system}"`);
  return { sources: [...sources, ...own.sources], defines, libraries: own.libraries ?? [] };
}
