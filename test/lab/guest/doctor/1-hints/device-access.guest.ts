import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import type { Finding } from '#guildhall/control/doctor/finding.js';
import { RULE_PATH } from '#guildhall/control/doctor/udev.js';
import { eventually } from '../../../../helpers/eventually.js';
import { withDevices } from '../../devices/device-maker.js';
import { eventNode } from '../../devices/kernel-view.js';
import { Person } from '../../service/person.js';
import { ada, tryHint } from '../ada.js';

const KEYBOARD = 'Lab Keyboard';
const root = Person.root();

const isOfKeyboard = ({ message }: Finding) => message.includes(eventNode(KEYBOARD));

test(
  'device_unreadable and driver_unavailable are found, and is gone once the user has joined the group of their hints',
  withDevices(async (maker) => {
    ada.run('guildhall service install');
    await maker.plug('keyboard', KEYBOARD);
    assert.throws(() => ada.run('guildhall doctor --fix --yes'), /sudo \S+ \S+ doctor --fix/);
    const isOfKeys = ({ message }: Finding) => message.startsWith('keyboard-mouse:');
    await tryHint(
      'device_unreadable',
      () => tryHint('driver_unavailable', joinGroup, isOfKeys),
      isOfKeyboard,
    );
    execFileSync('usermod', ['--groups', '', ada.user]);
    restartManager();
  }),
);

test(
  'device_unreadable is found, and no longer by the user at the seat once its command was run',
  withDevices(async (maker) => {
    await maker.plug('keyboard', KEYBOARD);
    await sitDown();
    await tryHint('device_unreadable', ({ command }) => ada.run(command ?? '', 'y\n'), isOfKeyboard);
    ada.run('sudo guildhall doctor --unfix');
    assert.ok(!existsSync(RULE_PATH));
    await eventually(() => !tagsOf(eventNode(KEYBOARD)).includes('uaccess'));
  }),
);

/** Joins the group that the hint of a finding names. */
function joinGroup({ hint }: Finding): void {
  const [command = ''] = /usermod -aG input USER/.exec(hint ?? '') ?? [];
  ada.run(`sudo ${command.replace('USER', ada.user)}`);
  restartManager();
}

/** Her service manager runs since the machine was started, and has the groups of that time until the next start. */
function restartManager(): void {
  execFileSync('systemctl', ['restart', `user@${Person.user(ada.user).uid}.service`]);
}

/** Begins a session of the user at the seat of this machine, as a login at its first console does. */
async function sitDown(): Promise<void> {
  const session = ['PAMName=login', `User=${ada.user}`, 'TTYPath=/dev/tty1'];
  const flags = session.map((property) => `--property=${property}`);
  execFileSync('systemd-run', ['--quiet', ...flags, 'sleep', 'infinity']);
  await eventually(() => /^ActiveSession=./m.test(root.run('loginctl', 'show-seat', 'seat0').stdout));
}

/** The tags that the rules of udev give a device now. */
function tagsOf(node: string): string[] {
  const text = execFileSync('udevadm', ['info', '--query=property', `--name=${node}`], { encoding: 'utf8' });
  return /^CURRENT_TAGS=(.*)$/m.exec(text)?.[1]?.split(':') ?? [];
}
