import { systemUnits } from '../../../../dist/install/systemd/system-units.js';
import { UNIT_MARK } from '../../../../dist/install/systemd/unit-text.js';
import { userUnits } from '../../../../dist/install/systemd/user-units.js';

const NODE = '/usr/lib/guildhall/bin/node';
const CLI = '/usr/lib/guildhall/dist/cli/main.js';
/** `service uninstall` removes only files with its own mark. */
const MARK = '# Part of the package guildhall.';

/**
 * The units of the package, as `guildhall service install` makes them. None is enabled.
 *
 * @param {string} version of Guildhall
 * @returns {{ path: string, text: string }[]}
 */
export function packagedUnits(version) {
  const program = { node: NODE, cli: CLI, version };
  const units = [
    ...userUnits({ program, home: null }, '/usr/lib/systemd/user'),
    ...systemUnits(program, '/usr/lib/systemd/system'),
  ];
  return units.map(({ path, text }) => ({ path, text: text.replace(UNIT_MARK, MARK) }));
}
