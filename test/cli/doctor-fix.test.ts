import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { type FixedMachine, fixDeviceAccess, unfixDeviceAccess } from '#guildhall/cli/doctor-fix.js';
import { Invocation } from '#guildhall/cli/support/invocation.js';
import { RULE_PATH, RULE_TEXT } from '#guildhall/control/doctor/udev.js';
import { onlyLinux } from '../helpers/only-on.js';

/** A machine whose files lie in a temporary folder, and a person who answers. */
class Scene implements FixedMachine {
  readonly platform = 'linux';
  readonly program = '/usr/bin/node main.js';
  isAdministrator = true;
  reloads = 0;
  output = '';
  readonly input = Object.assign(new PassThrough(), { isTTY: true });
  readonly invocation: Invocation;
  readonly path: string;

  constructor(readonly root: string) {
    this.path = join(root, RULE_PATH);
    this.invocation = new Invocation(
      {
        write: (text) => {
          this.output += text;
        },
        writeError: () => {},
        environment: {},
        isInteractive: false,
        input: this.input,
        interrupted: new AbortController().signal,
      },
      { home: root },
    );
  }

  async reloadUdev(): Promise<string | null> {
    this.reloads += 1;
    return null;
  }

  answer(text: string): this {
    this.input.write(`${text}\n`);
    return this;
  }
}

function withScene(run: (scene: Scene) => Promise<void>): () => Promise<void> {
  return async () => {
    const root = await mkdtemp(join(tmpdir(), 'guildhall-fix-'));
    try {
      await run(new Scene(root));
    } finally {
      await rm(root, { recursive: true });
    }
  };
}

test(
  'the rule is shown, and installed after a yes',
  { skip: onlyLinux('rules are those of udev') },
  withScene(async (scene) => {
    await fixDeviceAccess(scene.invocation, scene.answer('y'), {});
    assert.equal(await readFile(scene.path, 'utf8'), RULE_TEXT);
    assert.equal((await stat(scene.path)).mode & 0o777, 0o644);
    assert.deepEqual(await readdir(dirname(scene.path)), ['70-guildhall.rules']);
    assert.ok(scene.output.indexOf(RULE_TEXT) < scene.output.indexOf('[y/N]'));
    assert.match(scene.output, /read what is typed/);
    assert.equal(scene.reloads, 1);
  }),
);

test(
  'any answer but yes declines',
  withScene(async (scene) => {
    for (const answer of ['', 'n', 'yeah']) await fixDeviceAccess(scene.invocation, scene.answer(answer), {});
    assert.deepEqual(await readdir(scene.root), []);
    assert.equal(scene.reloads, 0);
  }),
);

test(
  'without a terminal nothing is changed without --yes',
  withScene(async (scene) => {
    scene.input.isTTY = false;
    await assert.rejects(fixDeviceAccess(scene.invocation, scene, {}), /standard input is not a terminal/);
    assert.deepEqual(await readdir(scene.root), []);
    await fixDeviceAccess(scene.invocation, scene, { yes: true });
    assert.equal(await readFile(scene.path, 'utf8'), RULE_TEXT);
  }),
);

test(
  'a second fix changes nothing, an older rule of ours is replaced, unfix removes it',
  withScene(async (scene) => {
    await fixDeviceAccess(scene.invocation, scene, { yes: true });
    await fixDeviceAccess(scene.invocation, scene, { yes: true });
    assert.equal(scene.reloads, 1);
    const [mark] = RULE_TEXT.split('\n');
    await writeFile(scene.path, `${mark}\nKERNEL=="old"\n`);
    await fixDeviceAccess(scene.invocation, scene, { yes: true });
    assert.equal(await readFile(scene.path, 'utf8'), RULE_TEXT);
    await unfixDeviceAccess(scene.invocation, scene);
    await unfixDeviceAccess(scene.invocation, scene);
    assert.deepEqual(await readdir(dirname(scene.path)), []);
    assert.equal(scene.reloads, 3);
  }),
);

test(
  'a foreign file of the same name is not changed',
  withScene(async (scene) => {
    await mkdir(dirname(scene.path), { recursive: true });
    await writeFile(scene.path, 'KERNEL=="mine"\n');
    await assert.rejects(fixDeviceAccess(scene.invocation, scene, { yes: true }), /is not Guildhall's/);
    await assert.rejects(unfixDeviceAccess(scene.invocation, scene), /is not Guildhall's/);
    assert.equal(await readFile(scene.path, 'utf8'), 'KERNEL=="mine"\n');
  }),
);

test(
  'users other than root get the command to run',
  withScene(async (scene) => {
    scene.isAdministrator = false;
    const told = { hint: 'sudo /usr/bin/node main.js doctor --fix' };
    await assert.rejects(fixDeviceAccess(scene.invocation, scene, { yes: true }), told);
    await assert.rejects(unfixDeviceAccess(scene.invocation, scene), {
      hint: 'sudo /usr/bin/node main.js doctor --unfix',
    });
    assert.deepEqual(await readdir(scene.root), []);
  }),
);
