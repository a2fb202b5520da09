import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

/** The types as a program of somebody else uses them, with strict checks of the declarations themselves. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

const IMPORTS = `import { GuildhallClient, type CommandError } from 'guildhall/client';
import type { GatewayEvents, RestOperations, RpcCommands, RpcEvents, rest, rpc } from 'guildhall/types';
const client = new GuildhallClient({ clientId: '1', origin: 'https://game.example' });
`;

const RIGHT = `
const { guilds } = await client.request('GET_GUILDS', {});
const names: string[] = guilds.map((guild) => guild.name);
const channel: rpc.Channel | null = await client.request('SELECT_VOICE_CHANNEL', { channel_id: null });
const stop: () => Promise<void> = await client.subscribe('SPEAKING_START', { channel_id: '1' }, ({ user_id }) => {
  names.push(user_id.toUpperCase());
});
await client.request('SET_VOICE_SETTINGS', { mode: { type: 'PUSH_TO_TALK', delay: 200 }, mute: true }, { timeoutMs: 100 });
client.on('signedOut', (error: CommandError) => console.log(error.codeName === 'INVALID_TOKEN', channel, stop));
const event: RpcEvents['GUILD_STATUS']['data'] = { guild: { id: '1', name: 'a', icon_url: null }, online: 2 };
const code: rpc.RpcErrors['INVALID_GUILD'] = 4003;
const create: RestOperations['createGuild']['body'] = { name: 'Guild', region: null };
const reply: RestOperations['getGuild']['reply'] = {} as rest.Guild;
const removed: GatewayEvents['GUILD_MEMBER_REMOVE'] = { guild_id: '1', user: { id: '2', username: 'ada', discriminator: '0001', avatar: null } };
const path: '/guilds/{guild.id}' = {} as RestOperations['getGuild']['path'];
export { code, create, event, path, removed, reply };
`;

/** Each line is wrong. */
const WRONG = [
  "await client.request('GET_GILDS', {});",
  "await client.request('GET_GUILD', {});",
  "await client.request('GET_GUILD', { guild_id: 1 });",
  "(await client.request('GET_GUILD', { guild_id: '1' })).owner_id;",
  "(await client.request('SELECT_VOICE_CHANNEL', { channel_id: '1' })).name;",
  "await client.subscribe('MESSAGE_CREATE', {}, () => {});",
  "await client.subscribe('MESSAGE_CREATED', { channel_id: '1' }, () => {});",
  "await client.subscribe('SPEAKING_START', { channel_id: '1' }, ({ user }) => user);",
  "await client.request('SET_VOICE_SETTINGS', { mode: { type: 'PUSH' } });",
  "client.on('connect', () => {});",
  "const a: rpc.RpcErrors['INVALID_GUILD'] = 4004;",
  "const b: RestOperations['createGuild']['body'] = {};",
  "const c: RestOperations['getGuild']['method'] = 'POST';",
  "const d: GatewayEvents['GUILD_ROLE_DELETE'] = { guild_id: '1', role: '2' };",
  'new GuildhallClient({});',
];

interface TypesPackage {
  buildTypesTree(folder: string, version: string): void;
}

const { buildTypesTree } = (await import(
  new URL('../../scripts/lib/package/types-package.mjs', import.meta.url).href
)) as TypesPackage;

const CONFIGURATION = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: ['es2023', 'dom'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  },
  include: ['*.ts'],
};

/** Compiles programs in a project that has installed the package. @returns the messages of the compiler */
async function compile(programs: Readonly<Record<string, string>>): Promise<string[]> {
  let output = '';
  await withTemporaryFolder(async (folder) => {
    await mkdir(join(folder, 'node_modules'));
    await symlink(ROOT, join(folder, 'node_modules/guildhall'));
    buildTypesTree(join(folder, 'node_modules/@guildhall/types'), '1.2.3');
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIGURATION));
    for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
    output = await new Promise((resolve) => {
      execFile(
        process.execPath,
        [TSC, '-p', folder, '--pretty', 'false'],
        { cwd: folder },
        (_error, stdout) => resolve(stdout),
      );
    });
  });
  return output.split('\n').filter((line) => line !== '');
}

test('right programs compile, also with checks of the declarations themselves', async () => {
  assert.deepEqual(await compile({ 'right.ts': IMPORTS + RIGHT }), []);
});

test('each wrong program fails, in its own line', async () => {
  const lines = IMPORTS.split('\n').length;
  const messages = await compile({ 'wrong.ts': `${IMPORTS}${WRONG.join('\n')}\nexport {};\n` });
  const found = messages.flatMap((message) => /^wrong\.ts\((\d+),/.exec(message)?.[1] ?? []);
  const wrong = WRONG.filter((_, index) => !found.includes(String(lines + index)));
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    messages.filter((message) => !/^(?:wrong\.ts|\s)/.test(message)),
    [],
  );
});

test('@guildhall/types has the same types and needs no other package', async () => {
  const program = "import type { RpcCommands, rest } from '@guildhall/types';\n";
  const right =
    "export const a: RpcCommands['GET_GUILDS']['data'] = { guilds: [] };\nexport type Guild = rest.Guild;\n";
  assert.deepEqual(await compile({ 'right.ts': program + right }), []);
  const wrong =
    "export const a: RpcCommands['GET_GUILDS']['data'] = { guilds: [1] };\nexport type B = rest.Gild;\n";
  const messages = await compile({ 'wrong.ts': program + wrong });
  assert.deepEqual(
    messages.flatMap((message) => /^wrong\.ts\((\d+),/.exec(message)?.[1] ?? []),
    ['2', '3'],
  );
});
