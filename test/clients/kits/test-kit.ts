import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { IPC_FRAME_BYTES, IpcFrameReader } from '#guildhall/protocol/rpc/ipc.js';
import { missingPrograms, realTest } from '../../hardware/support/programs.js';
import { TestDaemon, withDaemon } from '../../helpers/daemon.js';
import { eventually, inTime } from '../../helpers/eventually.js';
import { ipcBytes, OPCODES } from '../../helpers/ipc-client.js';
import { killAtExit } from '../../helpers/kill-at-exit.js';
import { otherUserTest, withOtherServer } from '../../helpers/other-user.js';
import { Random } from '../../helpers/random.js';
import { exchangeCode, makeWorld } from '../../helpers/service.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { withUnixServer } from '../../helpers/unix-server.js';
import { ROOT, runInProject } from '../../native/support/run-in-project.js';
import { joinAsEve } from '../support/observer.js';

/** How much longer than others a wait for a new connection may take. */
const SLOW = 3;
const FIRST_SOCKET = 'discord-ipc-0';
/** An application that no service knows. */
const UNKNOWN = '900000000000000001';

/** A kit for the language of an engine, with how its programs are made. */
export interface Kit {
  readonly language: string;
  /** of the project */
  readonly files: readonly string[];
  readonly example: string;
  readonly driver: string;
  /** the block of docs/for-games.md that uses the person's access: how it is fenced, and a program with it and the token `ended` */
  readonly access: { readonly fence: string; toProgram(block: string): string };
  /** what it needs of the machine */
  readonly programs: readonly string[];
  /** the compiler with its arguments, to make a program from a source */
  compile(source: string, program: string): readonly [string, ...string[]];
  /** how the program is run */
  run(program: string): readonly [string, ...string[]];
}

/** What a driver prints: a line for each thing it is told. */
interface Told {
  readonly ready?: { readonly username: string };
  readonly event?: { readonly name: string; readonly data: Record<string, unknown> };
  readonly disconnected?: { readonly code: number; readonly message: string };
  readonly reply?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly stopped?: true;
}

/** A game that does what the test says, through the kit. */
class Game {
  output = '';
  readonly #ended: Promise<unknown[]>;
  #read = 0;

  constructor(readonly process: ChildProcess) {
    killAtExit(process);
    this.#ended = once(process, 'exit');
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (text: Buffer) => {
        this.output += text;
      });
    }
  }

  static start([program, ...args]: readonly [string, ...string[]], folder: string, cwd = folder): Game {
    // Mono prints in the encoding of the locale.
    const env = { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder, LC_ALL: 'C.UTF-8' };
    return new Game(spawn(program, args, { cwd, env, stdio: 'pipe' }));
  }

  /** What it is told next of this kind. */
  async next<Name extends keyof Told>(name: Name): Promise<NonNullable<Told[Name]>> {
    const [found] = await eventually(
      () => {
        const lines = this.output.split('\n').slice(0, -1);
        const told = lines.slice(this.#read).map((line) => JSON.parse(line) as Told);
        const place = told.findIndex((one) => one[name] !== undefined);
        if (place < 0) {
          // A call has one answer.
          const other = name === 'reply' ? 'error' : name === 'error' ? 'reply' : null;
          if (other !== null && told.some((one) => one[other] !== undefined)) assert.fail(this.output);
          return undefined;
        }
        this.#read += place + 1;
        return [told[place]?.[name] as NonNullable<Told[Name]>] as const;
      },
      { share: SLOW, describe: () => `no ${name} in ${this.output}` },
    );
    return found;
  }

  /** Writes a call, e.g. `{ call: 'authenticate', token }`. */
  call(call: object): void {
    this.process.stdin?.write(`${JSON.stringify(call)}\n`);
  }

  reply(call: object): Promise<unknown> {
    this.call(call);
    return this.next('reply');
  }

  async refusal(call: object): Promise<number> {
    this.call(call);
    return (await this.next('error')).code;
  }

  /** Ends it as a game ends; it must not have crashed. */
  async end(): Promise<void> {
    this.process.stdin?.end();
    const [code] = await inTime(this.#ended, () => `does not end: ${this.output}`, SLOW);
    assert.equal(code, 0, this.output);
    assert.match(this.output, /\{"stopped":true\}\n$/);
  }

  kill(): void {
    this.process.kill('SIGKILL');
  }
}

const READY = ipcBytes(OPCODES.FRAME, {
  cmd: 'DISPATCH',
  evt: 'READY',
  data: { v: 1, user: { id: '1', username: 'ada' } },
  nonce: null,
});
const EVENT = ipcBytes(OPCODES.FRAME, { cmd: 'DISPATCH', evt: 'MARK', data: {}, nonce: null });

function header(opcode: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(opcode, 0);
  bytes.writeUInt32LE(length, 4);
  return bytes;
}

const frame = (payload: unknown) =>
  Buffer.isBuffer(payload)
    ? Buffer.concat([header(OPCODES.FRAME, payload.length), payload])
    : ipcBytes(OPCODES.FRAME, payload);

/** JSON with characters of all kinds, and its text. */
const JSON_TEXT = String.raw`"Zoë 🎮 \"\\\n \ud83c\udfae \ud83c\ud83c\udfae \ud83c\u0041 \udfae"`;
const TEXT = 'Zoë 🎮 "\\\n 🎮 \ufffd🎮 \ufffdA \ufffd';

/** What a server sends after READY before it ends the connection, and the code that the game gets. */
const HOSTILE: readonly (readonly [string, Buffer, number])[] = [
  ['a length of 2^31', header(OPCODES.FRAME, 2 ** 31), 1003],
  ['a length of 2^32 - 1', header(OPCODES.FRAME, 2 ** 32 - 1), 1003],
  ['a length beyond the limit', header(OPCODES.FRAME, 2 ** 24 + 1), 1003],
  ['an unknown opcode', header(5, 2), 1003],
  ['a frame that is not whole', Buffer.concat([header(OPCODES.FRAME, 2 ** 24), Buffer.from('{')]), 1006],
  ['half a header', header(OPCODES.FRAME, 2).subarray(0, 5), 1006],
  ['no JSON', frame('{"cmd":'), 1003],
  ['an empty frame', frame(''), 1003],
  ['text after the JSON', frame('{} {}'), 1003],
  ['deep lists', frame('['.repeat(2 ** 20)), 1003],
  ['deep objects', frame('{"a":'.repeat(2 ** 18)), 1003],
  ['half an escape', frame('"\\u12'), 1003],
  ['a number beyond all others', frame('1e400'), 1003],
  ['a word for a number', frame('NaN'), 1003],
  ...['ff', 'c080', 'eda080', 'e282', 'f5808080', 'bf80', 'f9808080'].map(
    (text) => [`text that is not UTF-8: ${text}`, frame(Buffer.from(`22${text}22`, 'hex')), 1003] as const,
  ),
  ['other values than objects', Buffer.concat(['null', '[]', '"a"', '1e308'].map(frame)), 1006],
  [
    'fields of other types',
    Buffer.concat(
      [
        { cmd: 1, evt: [], nonce: {}, data: 3 },
        { cmd: 'DISPATCH', evt: null },
      ].map(frame),
    ),
    1006,
  ],
  ['a reply to no command', frame({ cmd: 'X', evt: 'ERROR', nonce: '7', data: null }), 1006],
  ['a READY more', READY, 1006],
  ['a CLOSE with a code that is no integer', ipcBytes(OPCODES.CLOSE, { code: 1e300 }), 2 ** 31],
  ['a CLOSE without a code', ipcBytes(OPCODES.CLOSE, {}), 1006],
  ['a CLOSE that is no JSON', ipcBytes(OPCODES.CLOSE, 'x'), 1003],
  ['many frames at once', Buffer.concat(Array.from({ length: 2000 }, () => EVENT)), 1006],
];

/** How many connections get frames with random changes. */
const MUTATED = 12;

/** Tests a kit against a daemon, and against a hostile server. */
export function testKit({ access, compile, driver, example, files, language, programs, run }: Kit): void {
  describe(`the kit for ${language}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-kit-'));
    const made = { driver: join(folder, 'driver'), example: join(folder, 'example') };

    before(async () => {
      if (missingPrograms(programs) !== false) return;
      for (const [source, program] of [
        [driver, made.driver],
        [example, made.example],
      ] as const) {
        const [compiler, ...args] = compile(source, program);
        await runInProject(compiler, args);
      }
    });
    after(() => rmSync(folder, { recursive: true }));

    const startDriver = (socketFolder: string, clientId: string) => {
      const [program, ...args] = run(made.driver);
      return Game.start([program, ...args, clientId], socketFolder);
    };

    test('each file has fewer than 400 lines', async () => {
      for (const file of files) {
        assert.ok(readFileSync(join(ROOT, file), 'utf8').split('\n').length <= 400, file);
      }
    });

    realTest(programs, 'the example prints how to create the demo', () =>
      withTemporaryFolder(async (empty) => {
        const game = Game.start(run(made.example), empty);
        const [code] = await once(game.process, 'exit');
        assert.equal(code, 1);
        assert.equal(game.output, 'There is no demo.json. Make it with: guildhall demo --json > demo.json\n');
      }),
    );

    realTest(
      programs,
      'the example shows its activity to another member until it ends, and joins when it is told',
      withDaemon(async (daemon) => {
        const world = await makeWorld(daemon);
        const { client, seen } = await joinAsEve(daemon, world);
        await writeFile(
          join(daemon.home, 'demo.json'),
          JSON.stringify({ application: { id: world.game.id } }),
        );
        const game = Game.start(run(made.example), dirname(daemon.runtime.ipc?.path ?? ''), daemon.home);
        try {
          await eventually(() => game.output.includes('\n'));
          assert.equal(game.output, 'others see: Playing Game – Castle\n');
          const activity = await eventually(() => seen() ?? undefined);
          const { details, flags, party, state } = activity;
          assert.deepEqual([details, state, party?.size, flags], ['Castle', 'Round 3', [2, 4], 2]);
        } finally {
          game.kill();
        }
        await eventually(() => seen() === null);
        await client.stop();
      }),
    );

    realTest(
      programs,
      'a game gets access, events and errors, and reconnects to a daemon that restarts',
      () =>
        withUnixServer(
          // Another program, which has the first socket and does not answer.
          (socket) => socket.destroy(),
          async (path) => {
            const sockets = dirname(path);
            await withTemporaryFolder((home) => playThroughRestart(home, sockets, startDriver));
          },
          FIRST_SOCKET,
        ),
    );

    if (missingPrograms(programs) === false) {
      otherUserTest('a game sends nothing to a socket of another user, and finds the server behind it', () =>
        withUnixServer(
          (socket) => socket.write(READY),
          (path) =>
            withOtherServer(join(dirname(path), FIRST_SOCKET), async (hasReceived) => {
              const game = startDriver(dirname(path), UNKNOWN);
              assert.equal((await game.next('ready')).username, 'ada');
              assert.equal(hasReceived(), false);
              await game.end();
            }),
          'discord-ipc-1',
        ),
      );
    }

    realTest(
      programs,
      'the documented use of access asks the person again once for an ended token',
      async () => {
        const page = readFileSync(join(ROOT, 'docs/for-games.md'), 'utf8');
        const blocks = page.matchAll(new RegExp(`^\`\`\`${access.fence}\\n(.*?)^\`\`\``, 'gms'));
        const block = [...blocks].flatMap(([, code]) => code ?? []).find((code) => /Authenticate/.test(code));
        const program = join(folder, 'access');
        const source = `${program}.${access.fence}`;
        await writeFile(source, access.toProgram(block ?? ''));
        const [compiler, ...args] = compile(source, program);
        await runInProject(compiler, args);
        const asked = ['AUTHENTICATE ended', 'AUTHORIZE', 'AUTHENTICATE token for 5'];
        for (const { accepted, last } of [
          { accepted: 'token for 5', last: 'SUBSCRIBE' },
          { accepted: 'another', last: 'PONG' },
        ]) {
          const commands: string[] = [];
          await withUnixServer(
            (socket) => answerAccess(socket, accepted, commands),
            async (path) => {
              const [command, ...rest] = run(program);
              const game = Game.start([command, ...rest, UNKNOWN], dirname(path));
              try {
                await eventually(() => commands.at(-1) === last, {
                  share: SLOW,
                  describe: () => `${commands.join()} ${game.output}`,
                });
                assert.deepEqual(commands, [...asked, last]);
              } finally {
                game.kill();
              }
            },
            FIRST_SOCKET,
          );
        }
      },
    );

    realTest(programs, 'hostile frames end in an error, and not the game', async () => {
      const random = new Random();
      const valid = Buffer.concat([EVENT, frame({ cmd: 'X', evt: null, nonce: '1', data: [1, 'é', null] })]);
      const mutated = Array.from({ length: MUTATED }, () => random.mutate(valid));
      const inputs = [...HOSTILE.map(([, bytes]) => bytes), ...mutated];
      let number = 0;
      let received = '';
      const serve = (socket: Socket) => {
        const input = inputs[number++];
        socket.once('data', (handshake: Buffer) => {
          assert.deepEqual(handshake, ipcBytes(OPCODES.HANDSHAKE, { v: 1, client_id: UNKNOWN }));
          if (input !== undefined) return void socket.end(Buffer.concat([READY, input]));
          // The last connection is honest, and gets its frames byte by byte.
          for (const byte of Buffer.concat([READY, ipcBytes(OPCODES.PING, '"ping"')])) {
            socket.write(Buffer.of(byte));
          }
          socket.on('data', (bytes: Buffer) => {
            received += bytes.toString('latin1');
            const [, nonce] = /"cmd":"GET_USER","nonce":"(\d+)"/.exec(received) ?? [];
            if (nonce !== undefined)
              socket.write(frame(`{"cmd":"GET_USER","evt":null,"nonce":"${nonce}","data":${JSON_TEXT}}`));
          });
        });
      };
      await withUnixServer(
        serve,
        async (path) => {
          const game = startDriver(dirname(path), UNKNOWN);
          try {
            for (const [what, , code] of HOSTILE) {
              assert.equal((await game.next('ready')).username, 'ada');
              const { code: actual } = await game.next('disconnected');
              // What a language makes of a number that is no integer is its own.
              if (code < 2 ** 31) assert.equal(actual, code, what);
            }
            for (const _ of mutated) await game.next('disconnected');
            await game.next('ready');
            assert.equal(await game.refusal({ call: 'infinity' }), 4000);
            assert.equal(await game.reply({ call: 'request', cmd: 'GET_USER' }), TEXT);
            assert.ok(received.includes(ipcBytes(OPCODES.PONG, '"ping"').toString('latin1')));
            await game.end();
          } finally {
            game.kill();
          }
        },
        FIRST_SOCKET,
      );
    });
  });
}

/** Serves a game that asks for access. @param accepted the only token that has not ended @param commands gets each, with its token */
function answerAccess(socket: Socket, accepted: string, commands: string[]): void {
  const reader = new IpcFrameReader(IPC_FRAME_BYTES);
  socket.on('data', (bytes: Buffer) => {
    for (const { json, opcode } of reader.read(bytes)) {
      if (opcode === OPCODES.HANDSHAKE) {
        socket.write(READY);
        continue;
      }
      if (opcode === OPCODES.PONG) {
        commands.push('PONG');
        continue;
      }
      const { args, cmd, nonce } = JSON.parse(json.toString()) as Record<string, unknown>;
      const { access_token: token } = Object(args) as { access_token?: string };
      commands.push(token === undefined ? String(cmd) : `${cmd} ${token}`);
      const isEnded = token !== undefined && token !== accepted;
      const data = isEnded ? { code: 4009, message: 'Invalid token' } : { code: '5' };
      socket.write(frame({ cmd, evt: isEnded ? 'ERROR' : null, nonce, data }));
      // What the game does about the refusal of a new token comes before the answer.
      if (isEnded && commands.length > 1) socket.write(ipcBytes(OPCODES.PING, '"ping"'));
    }
  });
}

/** Plays with a daemon that is killed and started again, beside another program that has the first socket. */
async function playThroughRestart(
  home: string,
  sockets: string,
  startDriver: (folder: string, clientId: string) => Game,
): Promise<void> {
  const settings = { home, flags: ['--ipc-folder', sockets] };
  let daemon = await TestDaemon.start(settings);
  const games: Game[] = [];
  try {
    const world = await makeWorld(daemon);
    const game = startDriver(sockets, world.game.id);
    games.push(game);
    assert.equal((await game.next('ready')).username, world.person.username);
    assert.equal(await game.refusal({ call: 'request', cmd: 'GET_GUILDS' }), 4006);
    assert.equal(await game.refusal({ call: 'request', cmd: 'NO_SUCH_COMMAND' }), 4002);
    assert.equal(await game.refusal({ call: 'activity', activity: { details: 'x' } }), 4000);
    await game.reply({ call: 'activity', activity: { details: 'Castle' } });
    const listed = await daemon.cli<{ activities: { text: string; process: { pid: number } }[] }>(
      'activities',
    );
    assert.deepEqual(
      listed.activities.map(({ process, text }) => [text, process.pid]),
      [['Playing Game – Castle', game.process.pid]],
    );
    assert.equal(await game.reply({ call: 'activity', activity: null }), null);

    const decide = async (decision: string, ...flags: string[]) => {
      game.call({ call: 'authorize', scopes: ['rpc', 'identify', 'messages.read'] });
      const [asked] = await eventually(async () => {
        const list = await daemon.cli<{ id: string }[]>('consent', 'list');
        return list.length > 0 && list;
      });
      await daemon.cli('consent', decision, asked?.id ?? '', ...flags);
    };
    await decide('deny');
    assert.equal((await game.next('error')).code, 5000);
    // The token of a request that is allowed once would end with the connection.
    await decide('approve', '--remember');
    const code = await game.next('reply');
    const token = await exchangeCode(daemon.runtime.api.url, world.game, String(code));
    const read = async () => {
      const authenticated = await game.reply({ call: 'authenticate', token });
      assert.equal((authenticated as { user: { id: string } }).user.id, world.person.id);
      const { guilds } = (await game.reply({ call: 'request', cmd: 'GET_GUILDS' })) as {
        guilds: { name: string }[];
      };
      assert.deepEqual(
        guilds.map(({ name }) => name),
        ['World'],
      );
      const args = { channel_id: world.textId };
      await game.reply({ call: 'subscribe', evt: 'MESSAGE_CREATE', args });
    };
    const hear = async (content: string, port: string) => {
      const url = `${port}/channels/${world.textId}/messages`;
      const headers = { authorization: `Bot ${world.game.bot?.token}`, 'content-type': 'application/json' };
      await fetch(url, { method: 'POST', headers, body: JSON.stringify({ content }) });
      const { data, name } = await game.next('event');
      assert.deepEqual([name, (data.message as { content: string }).content], ['MESSAGE_CREATE', content]);
    };
    await read();
    await hear('Zoë says\n"hi" 🎮', daemon.runtime.api.url);
    assert.equal(
      await game.refusal({ call: 'request', cmd: 'GET_CHANNEL', args: { channel_id: '1' } }),
      4005,
    );

    await daemon.end('SIGKILL');
    assert.equal((await game.next('disconnected')).code, 1006);
    assert.equal(await game.refusal({ call: 'request', cmd: 'GET_GUILDS' }), 1006);
    daemon = await TestDaemon.start(settings);
    await game.next('ready');
    await read();
    await hear('again', daemon.runtime.api.url);

    // One that the daemon does not want stops.
    const refused = startDriver(sockets, 'no-id');
    games.push(refused);
    assert.equal((await refused.next('disconnected')).code, 4000);
    await refused.end();
    await game.end();
  } finally {
    for (const game of games) game.kill();
    await daemon.stop();
  }
}
