import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Finding } from '#guildhall/control/doctor/finding.js';
import { Person } from '../service/person.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));
const PROGRAM = '/usr/local/bin/guildhall';

/** What commands are run through to have a terminal, which programs can ask at. */
const IN_TERMINAL = 'script --quiet --return --command "$0" /dev/null';

/** The terminal of a user who may use sudo. Each command is run in a new login, with `guildhall` in its path. */
export class Terminal {
  private constructor(readonly user: string) {}

  /** The terminal of a user, who is created if necessary. */
  static of(user: string): Terminal {
    Person.user(user);
    writeFileSync(`/etc/sudoers.d/${user}`, `${user} ALL=(ALL) NOPASSWD: ALL\n`, { mode: 0o440 });
    writeFileSync(PROGRAM, `#!/bin/sh\nexec ${process.execPath} ${MAIN} "$@"\n`, { mode: 0o755 });
    return new Terminal(user);
  }

  /** Runs a command as it is printed. @param input what the user types. @returns what the command prints */
  run(command: string, input = ''): string {
    const { status, stdout, stderr } = this.#logIn(IN_TERMINAL, command, input);
    assert.equal(status, 0, `${command}: ${stdout}${stderr}`);
    return stdout;
  }

  /** What doctor finds for this user. */
  findings(): Finding[] {
    const { stdout, stderr } = this.#logIn('eval "$0"', 'guildhall doctor --json', '');
    assert.notEqual(stdout, '', stderr);
    return (JSON.parse(stdout) as { findings: Finding[] }).findings;
  }

  #logIn(script: string, command: string, input: string) {
    const words = ['--login', '--command', script, this.user, command];
    return spawnSync('runuser', words, { input, encoding: 'utf8' });
  }
}
