import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RULE_PATH } from '#guildhall/control/doctor/udev-rule.js';
import { eventually } from '../../helpers/eventually.js';
import { runCommand } from '../../helpers/run-command.js';
import { withDevices } from './device-maker.js';
import { eventNode } from './kernel-view.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));
const NOBODY = 65_534;

test(
  'doctor --fix gives the user at the seat access to a plugged-in keyboard, and --unfix removes it',
  withDevices(async (maker) => {
    await maker.plug('keyboard', 'Lab Keyboard');
    const isGiven = () => tagsOf(eventNode('Lab Keyboard')).includes('uaccess');
    assert.equal(isGiven(), false);
    const fixed = await runCommand(['doctor', '--fix', '--yes', '--json'], process.env);
    assert.deepEqual(JSON.parse(fixed.output), { rule: RULE_PATH, state: 'installed' });
    await eventually(isGiven);
    assert.equal((await runCommand(['doctor', '--unfix'], process.env)).exitCode, 0);
    assert.ok(!existsSync(RULE_PATH));
    await eventually(() => !isGiven());
  }),
);

test(
  'doctor reports an unreadable keyboard, with a hint for root',
  withDevices(async (maker) => {
    await maker.plug('keyboard', 'Lab Keyboard');
    const asNobody = (...flags: string[]) =>
      spawnSync(process.execPath, [MAIN, 'doctor', '--home', '/tmp/nobody', ...flags], {
        uid: NOBODY,
        gid: NOBODY,
        encoding: 'utf8',
      });
    assert.match(asNobody().stdout, new RegExp(`no permission to read [^:]*${eventNode('Lab Keyboard')}`));
    const refused = asNobody('--fix', '--yes');
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, new RegExp(`sudo ${process.execPath} ${MAIN} doctor --fix`));
    assert.ok(!existsSync(RULE_PATH));
  }),
);

/** The tags that the rules of udev give a device now. */
function tagsOf(node: string): string[] {
  const text = execFileSync('udevadm', ['info', '--query=property', `--name=${node}`], { encoding: 'utf8' });
  return /^CURRENT_TAGS=(.*)$/m.exec(text)?.[1]?.split(':') ?? [];
}
