import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FaultScene } from '../control/doctor/support/fault-scene.js';
import { WITHOUT_OVERRIDE } from '../hardware/support/input-bed.js';
import { eventually } from '../helpers/eventually.js';
import { freePort } from '../helpers/free-port.js';
import { onlyPosix, onlyRoot } from '../helpers/only-on.js';
import { OTHER_UID } from '../helpers/other-user.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));
const asRoot = onlyRoot('can change owners and mount file systems');

interface Refusal {
  readonly title: string;
  readonly skip?: string | false;
  /** whether `guildhall api` is tried, too: it opens the home as `start` does, then its own store */
  readonly alsoApi?: true;
  make(scene: FaultScene): Promise<unknown>;
  /** the error, as it is printed */
  readonly expected: RegExp;
}

const REFUSALS: readonly Refusal[] = [
  {
    title: 'a home that is a file',
    alsoApi: true,
    make: (scene) => writeFile(scene.home, ''),
    expected: /^error: \S+home is a file\nChoose a folder with --home\.\n$/,
  },
  {
    title: 'a home below a file',
    async make(scene) {
      await writeFile(scene.home, '');
      scene.home = join(scene.home, 'below');
    },
    expected: /^error: \S+home is a file\nChoose a folder with --home\.\n$/,
  },
  {
    title: 'a folder of something else',
    skip: onlyPosix('modes are not used on Windows'),
    async make(scene) {
      await scene.makeHome();
      await writeFile(join(scene.home, 'passwd'), '', { mode: 0o644 });
      await chmod(scene.home, 0o755);
    },
    expected: /^error: \S+home is not a home of Guildhall\nChoose another folder with --home\.\n$/,
  },
  {
    title: 'a home that cannot be created',
    skip: asRoot,
    async make(scene) {
      scene.home = join(scene.folder, 'closed', 'home');
      await mkdir(dirname(scene.home), { mode: 0o500 });
      scene.through = WITHOUT_OVERRIDE;
    },
    expected: /^error: the home \S+ cannot be created: .*permission denied/,
  },
  {
    title: 'a home that is not writable',
    skip: asRoot,
    async make(scene) {
      await scene.makeHome();
      await chmod(scene.home, 0o500);
      scene.through = WITHOUT_OVERRIDE;
    },
    expected: /^error: the home \S+ is not writable/,
  },
  {
    title: 'a read-only home',
    skip: asRoot,
    async make(scene) {
      await scene.makeHome();
      await scene.run(`mount -t tmpfs -o mode=700,ro,size=1m tmpfs ${scene.home}`);
      scene.cleanUp(() => scene.run(`umount -l ${scene.home}`));
    },
    expected: /^error: the home \S+ is on a file system that is read-only/,
  },
  {
    title: 'files of another user',
    skip: asRoot,
    async make(scene) {
      await scene.write('database', '');
      await chown(scene.files.database, OTHER_UID, OTHER_UID);
      scene.through = WITHOUT_OVERRIDE;
    },
    expected: /^error: \S+store\.db cannot be opened: .*\nMake everything in the home yours/,
  },
  {
    title: 'a full disk',
    alsoApi: true,
    skip: asRoot,
    async make(scene) {
      await scene.makeHome();
      await scene.run(`mount -t tmpfs -o mode=700,size=64k tmpfs ${scene.home}`);
      scene.cleanUp(() => scene.run(`umount -l ${scene.home}`));
      await scene.run(`dd if=/dev/zero of=${scene.home}/filler bs=4k count=16 2>&1 || true`);
    },
    expected: /^error: .*(?:disk is full|no space left|disk I\/O error)/i,
  },
  {
    title: 'a configuration that is a folder',
    alsoApi: true,
    make: (scene) => scene.makeHome().then(() => mkdir(scene.files.configuration)),
    expected: /^error: .*a folder is in the way of a file/,
  },
  {
    title: 'a store that is a folder',
    alsoApi: true,
    make: (scene) => scene.makeHome().then(() => mkdir(scene.files.database)),
    expected: /^error: .*a folder is in the way of a file/,
  },
  ...(['configuration', 'database', 'account', 'log'] as const).map((name) => ({
    title: `a named pipe in place of the ${name}`,
    skip: onlyPosix('there are no named pipes in folders on Windows'),
    async make(scene: FaultScene) {
      await scene.makeHome();
      await scene.run(`mkfifo -m 600 ${scene.files[name]}`);
    },
    expected: /^error: \S+ is a named pipe, not a file\nMove it away\./,
  })),
  {
    title: 'a home with an account whose store is missing',
    alsoApi: true,
    make: (scene) =>
      scene.write(
        'account',
        JSON.stringify({ id: '1', username: 'a', discriminator: '0001', token: 'a', service: 'embedded' }),
      ),
    expected:
      /^error: the store \S+store\.db is damaged: it is missing, although \S+account\.json names .*\nMove its files back, or restore a backup/,
  },
  {
    title: 'a control socket that is a file',
    skip: onlyPosix('sockets are files'),
    make: (scene) => scene.write('controlSocket', ''),
    expected: /^error: \S+control\.sock is not a socket/,
  },
];

for (const { title, skip = false, alsoApi = false, make, expected } of REFUSALS) {
  test(`start refuses ${title} with a hint, without a stack trace`, { skip }, async () => {
    const scene = await FaultScene.make();
    try {
      await make(scene);
      for (const command of alsoApi ? ['start', 'api'] : ['start']) {
        const { code, stderr, stdout } = await run(scene, command);
        assert.equal(code, 1, stdout);
        assert.match(stderr, expected, command);
        assert.doesNotMatch(`${stderr}${stdout}`, /\n\s+at /);
        assert.ok(stderr.trim().split('\n').length <= 3, `${command} is brief: ${stderr}`);
      }
      const findings = await scene.findings();
      assert.ok(
        findings.some(({ level }) => level === 'error'),
        'doctor finds nothing',
      );
    } finally {
      await scene.end();
    }
  });
}

test('start refuses settings of a node, which only api is, unless it uses another service', async () => {
  const scene = await FaultScene.make();
  try {
    await scene.write('configuration', 'node = "a"\nstore = "postgres://127.0.0.1:1/chat"\n');
    const { code, stderr } = await run(scene, 'start');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^error: node is set, but the service of a daemon is not a node of a cluster\n.*--api-url/,
    );
    const url = `http://127.0.0.1:${await freePort()}/api`;
    const daemon = await scene.startDaemon({ flags: ['--api-url', url] });
    const log = () => readFile(scene.files.log, 'utf8');
    // What does not answer is said once, with what to do.
    await eventually(async () => /cannot be reached: .*ECONNREFUSED/.test(await log()));
    assert.match(await log(), /Check the address \(--api-url or api_url\)/);
    await daemon.end('SIGTERM');
  } finally {
    await scene.end();
  }
});

function run(scene: FaultScene, command: string): Promise<{ code: unknown; stderr: string; stdout: string }> {
  const ports = ['--api-port', '0', ...(command === 'start' ? ['--console-port', '0', '--no-open'] : [])];
  const [program = '', ...args] = [
    ...scene.through,
    process.execPath,
    MAIN,
    command,
    '--home',
    scene.home,
    ...ports,
  ];
  return new Promise((resolve) => {
    const child = execFile(program, args, { timeout: 60_000 }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stderr, stdout }),
    );
  });
}
