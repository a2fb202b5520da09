import { spawnSync } from 'node:child_process';
import { StepError } from '../run.mjs';

/**
 * Packs a tree as a package of npm. The same tree gives the same bytes.
 *
 * @param {string} tree
 * @param {string} output folder of the package
 * @returns {string} the name of its file
 */
export function makeNpmPackage(tree, output) {
  const flags = ['--pack-destination', output, '--ignore-scripts', '--loglevel=error'];
  const { status, stdout, stderr } = spawnSync('npm', ['pack', ...flags], { cwd: tree, encoding: 'utf8' });
  if (status !== 0) throw new StepError(`npm pack: ${stderr}`);
  return stdout.trim().split('\n').at(-1);
}
