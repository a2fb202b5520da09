// test:all windows: makes the packages for Windows and runs them under Wine
import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { missingPrograms } from '../hardware/support/programs.js';
import { SoundServer } from '../hardware/support/sound-server.js';
import { eventually } from '../helpers/eventually.js';
import { claimRpcPorts } from '../helpers/free-port.js';
import { makeFolder, run, VERSION } from '../scripts/package/support/made-packages.js';
import { type Started, toWindows, Wine, whyNoWine, windowsTest } from './support/wine.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NAME = `guildhall-${VERSION}-windows-x64`;
const GAME = fileURLToPath(new URL('support/game.js', import.meta.url));
const SUPPORT = join(ROOT, 'test/windows/support');
/** With a letter that the code pages of Windows have in different places. */
const HOME = 'C:\\Guildhall Zoë';

interface Runtime {
  pid: number;
  version: string;
  rpc: { port: number };
}

describe('the packages for Windows', () => {
  const folder = makeFolder();
  let sound: SoundServer;
  let wine: Wine;
  /** How the CLI is started, as words. */
  let cli: readonly string[];
  let daemon: Started;
  let game: Started;

  before(async () => {
    if (whyNoWine() !== false) return;
    const flags = ['--windows', '--as-built', '--version', VERSION, '--output', folder];
    // With an empty cache it compiles for minutes. Only the job of this file has a limit.
    run(process.execPath, [join(ROOT, 'scripts/package.mjs'), ...flags], { timeout: 0 });
    run('unzip', ['-q', join(folder, `${NAME}.zip`), '-d', folder]);
    sound = await SoundServer.create();
    if (missingPrograms(['pulseaudio', 'pactl']) === false) await sound.start();
    // Named pipes are seen in this Windows alone.
    wine = await Wine.start({
      PULSE_SERVER: sound.environment.PULSE_SERVER,
      GUILDHALL_NO_IPC: undefined,
      WINEDLLOVERRIDES: 'mscoree,mshtml=;xinput1_4=n',
    });
    // The keys y and z have each other's places. Wine reads the layout when a program starts.
    run('setxkbmap', ['-display', wine.environment.DISPLAY ?? '', 'de']);
    const xinput = join(drive(), 'windows/system32/xinput1_4.dll');
    run('x86_64-w64-mingw32-gcc-posix', ['-O1', '-shared', '-o', xinput, join(SUPPORT, 'xinput.c')]);
    writeFileSync(join(drive(), 'gamepad'), '');
    cli = programIn(toWindows(join(folder, NAME)));
  });
  after(async () => {
    await wine?.stop();
    await sound?.remove();
  });

  /** Runs a command of the CLI, which must succeed. @returns its JSON */
  async function call<T>(...words: string[]): Promise<T> {
    const [program = '', ...first] = cli;
    const { exitCode, output, errors } = await wine.run(
      program,
      ...[...first, ...words, '--json', '--home', HOME],
    );
    assert.equal(exitCode, 0, `${words.join(' ')}: ${output}${errors}`);
    return JSON.parse(output) as T;
  }

  async function startDaemon(): Promise<Started> {
    const [program = '', ...first] = cli;
    const flags = [
      '--rpc-ports',
      await claimRpcPorts(),
      '--api-port',
      '0',
      '--console-port',
      '0',
      '--no-open',
    ];
    const started = wine.spawn(program, ...first, 'start', '--home', HOME, ...flags);
    await started.printed(/Guildhall is serving/);
    return started;
  }

  const drive = () => join(wine.folder, 'prefix/drive_c');
  const homeOnLinux = () => join(drive(), HOME.slice(3));
  const runtime = () => JSON.parse(readFileSync(join(homeOnLinux(), 'runtime.json'), 'utf8')) as Runtime;

  windowsTest('SHA256SUMS and the list of contents have what was made', async () => {
    run('sha256sum', ['--quiet', '--check', 'SHA256SUMS'], { cwd: folder });
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    for (const end of ['.zip', '-setup.exe', '.cdx.json']) assert.ok(sums.includes(`${NAME}${end}\n`), end);
    for (const name of ['winget/Guildhall.Guildhall.installer.yaml', 'scoop/guildhall.json']) {
      assert.ok(sums.includes(`  ${name}\n`), name);
      const end = name.endsWith('json') ? '.zip' : '-setup.exe';
      const [, hash = ''] = new RegExp(`^(\\w{64})  ${NAME}${end}$`, 'm').exec(sums) ?? [];
      assert.ok(readFileSync(join(folder, name), 'utf8').toLowerCase().includes(hash), name);
    }
    const { components } = JSON.parse(readFileSync(join(folder, `${NAME}.cdx.json`), 'utf8'));
    const names = components.map(({ name }: { name: string }) => name);
    for (const name of ['node', 'sqlite', 'portaudio', 'opus', 'speexdsp'])
      assert.ok(names.includes(name), name);
    const licenses = await readdir(join(folder, NAME, 'licenses'));
    assert.deepEqual(licenses.sort(), ['mingw-w64.txt', 'node.txt', 'opus.txt', 'speexdsp.txt']);
  });

  windowsTest('the zip file has modules for Windows alone, and no path of the build', async () => {
    const files = (await readdir(join(folder, NAME), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const foreign = files.filter((path) =>
      /\.(?:so(?:\.\d+)*|dylib)$|prebuilds\/[^/]*(?:linux|darwin)/.test(path),
    );
    assert.deepEqual(foreign, []);
    const native = files.filter((path) => /\.(?:node|dll)$/.test(path));
    assert.deepEqual(
      native.filter((path) => readFileSync(path).includes(ROOT)),
      [],
    );
  });

  windowsTest('the daemon starts from the zip file, and its parts work', async () => {
    daemon = await startDaemon();
    assert.equal(runtime().version, VERSION);
    for (const name of ['.', 'account.json', 'runtime.json', 'control.pipe']) {
      // Wine keeps of an access control list what has a mode on Linux.
      assert.equal(statSync(join(homeOnLinux(), name)).mode & 0o007, 0, `others may access ${name}`);
    }
    assert.match(readFileSync(join(homeOnLinux(), 'control.pipe'), 'utf8'), /guildhall-[0-9a-f]{32}\n$/);
    const { findings } = await call<{ findings: { check: string; level: string; code: string | null }[] }>(
      'doctor',
    );
    // Under Wine, files do not inherit the permissions of their folder.
    const errors = findings.filter(({ code, level }) => level === 'error' && code !== 'file_readable');
    assert.deepEqual(errors, []);
    const { drivers, gamepads } = await call<{
      drivers: { name: string; state: string }[];
      gamepads: { name: string }[];
    }>('devices');
    const running = drivers.filter(({ state }) => state === 'running').map(({ name }) => name);
    // Although Wine reports no devices that are plugged in.
    for (const name of ['keyboard-mouse', 'audio', 'gamepad']) assert.ok(running.includes(name), name);
    assert.deepEqual(
      gamepads.map(({ name }) => name),
      ['XInput gamepad 1'],
    );
  });

  windowsTest('doctor says that the settings of Windows let no program use the microphone', async () => {
    const key =
      'HKCU\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\CapabilityAccessManager\\ConsentStore\\microphone';
    const doctor = async () => {
      const { findings } = await call<{ findings: { check: string; message: string }[] }>('doctor');
      return findings.find(({ check }) => check === 'sound')?.message ?? '';
    };
    assert.doesNotMatch(await doctor(), /Windows lets no program/);
    await wine.run('reg', 'add', key, '/v', 'Value', '/d', 'Deny', '/f');
    assert.match(await doctor(), /Windows lets no program use the microphone/);
    await wine.run('reg', 'delete', key, '/f');
  });

  windowsTest('a second daemon of the home is refused', async () => {
    const [program = '', ...first] = cli;
    const { exitCode, errors } = await wine.run(program, ...first, 'start', '--home', HOME, '--no-open');
    assert.equal(exitCode, 1, errors);
    assert.match(errors, /already running on this home/);
  });

  windowsTest('a game is authorized, and is connected to voice', async () => {
    const demo = await call<object>('demo');
    const file = join(folder, 'demo.json');
    writeFileSync(file, JSON.stringify(demo));
    const [program = ''] = cli;
    const client = pathToFileURL(join(folder, NAME, 'app/dist/kit/client/node.js')).href;
    game = wine.spawn(
      program,
      toWindows(GAME),
      client.replace('file:///', 'file:///Z:/'),
      toWindows(file),
      String(runtime().rpc.port),
    );
    await game.printed(/^authorizing$/m);
    const asked = await eventually(
      async () => (await call<{ id: string; process: { path: string } | null }[]>('consent', 'list'))[0],
      { share: 4 },
    );
    // The first check of a signature takes Wine longer than a request waits for it.
    assert.match(asked.process?.path ?? '', /\\node\.exe(?:, signed by "OpenJS Foundation")?$/);
    await call('consent', 'approve', asked.id, '--allow-capture');
    await game.printed(/^authenticated /m);
    await game.printed(/^VOICE_CONNECTED$/m);
  });

  windowsTest('the signer of a program is known, and that a signed program was changed', async () => {
    const program = join(folder, NAME, 'node.exe');
    const changed = join(folder, 'changed.exe');
    const bytes = readFileSync(program);
    const middle = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    writeFileSync(changed, bytes);
    const script = join(folder, 'signers.cjs');
    const addon = toWindows(join(folder, NAME, 'app/prebuilds/win32-x64/guildhall.node'));
    const paths = [program, changed, join(folder, 'demo.json'), join(folder, 'none.exe')].map(toWindows);
    writeFileSync(
      script,
      `const { programSigner } = require(${JSON.stringify(addon)});
      Promise.all(${JSON.stringify(paths)}.map((path) => programSigner.read(path)))
        .then((found) => console.log(JSON.stringify(found)));`,
    );
    const { output, errors } = await wine.run(toWindows(program), toWindows(script));
    assert.notEqual(output, '', errors);
    assert.deepEqual(JSON.parse(output), [
      { status: 'valid', signer: 'OpenJS Foundation' },
      { status: 'invalid', signer: '' },
      { status: 'none', signer: '' },
      { status: 'none', signer: '' },
    ]);
  });

  windowsTest(
    'keys, with names of the layout, and buttons of the mouse and of a gamepad are captured',
    async () => {
      const program = join(folder, 'send-input.exe');
      run('x86_64-w64-mingw32-gcc-posix', ['-O1', '-o', program, join(SUPPORT, 'send-input.c'), '-luser32']);
      const captures = [
        [['F5'], [{ type: 0, code: 0x3e, name: 'f5' }]],
        [
          ['CTRL', 'SHIFT', 'F6'],
          [
            { type: 2, code: 0xe0, name: 'ctrl' },
            { type: 2, code: 0xe1, name: 'shift' },
            { type: 0, code: 0x3f, name: 'f6' },
          ],
        ],
        [['X1'], [{ type: 1, code: 4, name: 'mouse 4' }]],
        [['SC15'], [{ type: 0, code: 0x1c, name: 'z' }]],
        [['GAMEPAD'], [{ type: 3, code: 0, name: 'gamepad a' }]],
      ] as const;
      const button = join(drive(), 'gamepad-a');
      const press = async (...words: readonly string[]) => {
        if (words[0] !== 'GAMEPAD') await wine.run(toWindows(program), ...words);
        else if (existsSync(button)) rmSync(button);
        else writeFileSync(button, '');
      };
      await game.printed(/^capturing$/m);
      for (const [words, expected] of captures) {
        const byCode = (one: { code: number }) => one.code;
        const codes = expected.map(byCode).join();
        const found = await eventually(
          async () => {
            await press(...words);
            const all = [...game.output().matchAll(/^captured (.*)$/gm)].map(([, text]) =>
              JSON.parse(text ?? ''),
            );
            return all.find((shortcut) => shortcut.map(byCode).join() === codes);
          },
          { share: 3, describe: () => `${words.join('+')} is not captured: ${game.output()}` },
        );
        assert.deepEqual(found, expected);
      }
      rmSync(button, { force: true });
      await eventually(
        async () => {
          await press('F8');
          return /^push-to-talk$/m.test(game.output());
        },
        { share: 3 },
      );
    },
  );

  windowsTest('sound is sent while the key of push-to-talk is held', async () => {
    if (missingPrograms(['pulseaudio', 'pactl']) !== false) return;
    await game.printed(/^push-to-talk$/m);
    assert.doesNotMatch(game.output(), /^speaking$/m);
    await sound.pactl('load-module', 'module-null-sink', 'sink_name=speaker');
    await sound.pactl('load-module', 'module-sine-source', 'frequency=330');
    await wine.run(toWindows(join(folder, 'send-input.exe')), 'F5', 'hold', '1500');
    await game.printed(/^speaking$/m);
    await game.printed(/^silent$/m);
  });

  windowsTest('a game with the kit for C++ finds the named pipe, and shows its activity', async () => {
    const kit = join(folder, NAME, 'app/kits/cpp');
    const source = join(folder, NAME, 'app/examples/presence.cpp');
    const flags = ['-std=c++17', '-Wall', '-Wextra', '-Werror', '-static', '-I', kit];
    run('x86_64-w64-mingw32-g++-posix', [...flags, '-o', join(folder, 'presence.exe'), source]);
    // It reads demo.json in its folder.
    const playing = wine.spawn('cmd', '/c', `cd /d ${toWindows(folder)} && presence.exe`);
    await playing.printed(/^others see: Playing .+ Castle$/m);
    const { activities } = await call<{ activities: { text: string; process: { path: string } | null }[] }>(
      'activities',
    );
    assert.equal(activities.length, 1);
    assert.match(activities[0]?.text ?? '', /^Playing .+ – Castle$/);
    playing.child.kill('SIGKILL');
  });

  windowsTest('what was acknowledged is there after kill -9, and after a backup is restored', async () => {
    const { id } = await call<{ id: string }>('guilds', 'create', 'Chess Club');
    daemon.child.kill('SIGKILL');
    await daemon.ended();
    daemon = await startDaemon();
    const has = async () => (await call<{ id: string }[]>('guilds', 'list')).some((guild) => guild.id === id);
    assert.ok(await has());
    await call('backup', 'C:\\backup.tar');
    await call('guilds', 'delete', id, '--yes');
    assert.equal(await has(), false);
    await call('stop');
    await daemon.ended();
    await call('restore', 'C:\\backup.tar', '--yes');
    daemon = await startDaemon();
    assert.ok(await has());
    await call('stop');
    const { exitCode } = await daemon.ended();
    assert.equal(exitCode, 0, daemon.output());
  });

  windowsTest('a home that others can access is refused, with a command for Windows', async () => {
    chmodSync(homeOnLinux(), 0o777);
    const [program = '', ...first] = cli;
    const { exitCode, errors } = await wine.run(program, ...first, 'start', '--home', HOME, '--no-open');
    assert.equal(exitCode, 1, errors);
    assert.match(errors, /is readable by other users\n.*icacls "C:\\Guildhall Zoë" \/inheritance:r /s);
  });

  const profile = () => join(wine.folder, 'prefix/drive_c/users', process.env.USER ?? 'root');
  const installed = () => join(profile(), 'AppData/Local/Programs/Guildhall');
  /** The same folder, as Windows names it. */
  const here = `C:\\users\\${process.env.USER ?? 'root'}\\AppData\\Local\\Programs\\Guildhall`;

  /** What the registry has; null: it has no such value. */
  async function readRegistry(key: string, name: string): Promise<string | null> {
    const { exitCode, output } = await wine.run('reg', 'query', `HKCU\\${key}`, '/v', name);
    return exitCode === 0 ? (/REG_\w+ +(.*)/.exec(output)?.[1] ?? null) : null;
  }

  windowsTest('the installer installs silently for one person, and starts the daemon', async () => {
    // Longer than any text of NSIS, which would cut it off.
    const long = Array.from({ length: 60 }, (_, index) => `C:\\Programs\\Folder number ${index}`).join(';');
    await wine.run('reg', 'add', 'HKCU\\Environment', '/v', 'Path', '/t', 'REG_EXPAND_SZ', '/d', long, '/f');
    const { exitCode, output } = await wine.run(toWindows(join(folder, `${NAME}-setup.exe`)), '/S');
    assert.equal(exitCode, 0, output);
    assert.equal(await readRegistry('Environment', 'Path'), `${long};${here}`);
    const command = await readRegistry('Software\\Microsoft\\Windows\\CurrentVersion\\Run', 'Guildhall');
    assert.equal(
      command,
      `conhost.exe --headless "${here}\\node.exe" "${here}\\app\\dist\\cli\\main.js" start --no-open`,
    );
    const menu = join(profile(), 'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Guildhall');
    assert.deepEqual((await readdir(menu)).sort(), ['Guildhall console.lnk', 'Uninstall Guildhall.lnk']);
    const file = join(profile(), 'AppData/Local/guildhall/Data/runtime.json');
    const { version } = await eventually(
      () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Runtime) : undefined),
      { share: 4 },
    );
    assert.equal(version, VERSION);
  });

  windowsTest('an upgrade replaces the programs and leaves the rest', async () => {
    const stale = join(installed(), 'app/dist/of-a-former-version.js');
    writeFileSync(stale, '');
    const before = await readRegistry('Environment', 'Path');
    const { exitCode, output } = await wine.run(toWindows(join(folder, `${NAME}-setup.exe`)), '/S');
    assert.equal(exitCode, 0, output);
    assert.equal(existsSync(stale), false);
    assert.equal(await readRegistry('Environment', 'Path'), before);
  });

  windowsTest(
    'the uninstaller stops the daemon, and keeps the data and the other folders of PATH',
    async () => {
      const data = join(profile(), 'AppData/Local/guildhall/Data');
      await eventually(() => existsSync(join(data, 'runtime.json')), { share: 4 });
      // A person's own file beside the programs.
      writeFileSync(join(installed(), 'notes.txt'), '');
      const { exitCode, output } = await wine.run(`${here}\\uninstall.exe`, '/S', `_?=${here}`);
      assert.equal(exitCode, 0, output);
      const left = (await readdir(installed())).filter((name) => name !== 'uninstall.exe');
      assert.deepEqual(left, ['notes.txt']);
      assert.ok(existsSync(join(data, 'store.db')));
      assert.equal(existsSync(join(data, 'runtime.json')), false, 'the daemon runs on');
      const path = await readRegistry('Environment', 'Path');
      assert.match(path ?? '', /number 0;.*number 59$/);
      assert.equal(
        await readRegistry('Software\\Microsoft\\Windows\\CurrentVersion\\Run', 'Guildhall'),
        null,
      );
    },
  );

  windowsTest('the uninstaller removes the data where it is told to', async () => {
    await wine.run(toWindows(join(folder, `${NAME}-setup.exe`)), '/S');
    const data = join(profile(), 'AppData/Local/guildhall');
    await eventually(() => existsSync(join(data, 'Data/runtime.json')), { share: 4 });
    const { exitCode, output } = await wine.run(`${here}\\uninstall.exe`, '/S', '/PURGE', `_?=${here}`);
    assert.equal(exitCode, 0, output);
    assert.equal(existsSync(data), false);
  });
});

function programIn(folder: string): readonly string[] {
  return [`${folder}\\node.exe`, `${folder}\\app\\dist\\cli\\main.js`];
}
