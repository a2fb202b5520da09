import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { DEFAULT_REST_LIMITS } from '#guildhall/api/core/limits.js';
import { DEFAULT_REPLAY_LIMITS } from '#guildhall/api/gateway/replay-limits.js';
import { findUnknownVariables, loadConfiguration } from '#guildhall/daemon/configuration.js';
import { messageOf, UsageError, UserError } from '#guildhall/platform/errors.js';
import { defaultsOf } from '#guildhall/protocol/declaration/limits.js';
import { RPC_LIMITS } from '#guildhall/rpc/limits.js';

let home = '';
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'guildhall-configuration-'));
});
after(() => rm(home, { recursive: true }));

const file = (text: string) => writeFile(join(home, 'config.toml'), text);

test('the default configuration matches the README', async () => {
  await file('');
  const { files, ...settings } = await loadConfiguration({ home }, {});
  assert.equal(files.home, home);
  assert.deepEqual(settings, {
    rpcPorts: [6463, 6472],
    store: null,
    node: null,
    bus: null,
    busPasswordFile: null,
    busCaFile: null,
    busCertificate: null,
    busKey: null,
    apiPort: null,
    metricsPort: null,
    drainSeconds: 5,
    apiUrl: null,
    allowPlainHttp: false,
    apiPublicUrl: null,
    voicePort: 0,
    voiceHost: '127.0.0.1',
    voicePublicAddress: null,
    voicePublicIp: null,
    voiceTlsCertificate: null,
    voiceTlsKey: null,
    voiceSecretFile: null,
    voiceRegion: null,
    consolePort: null,
    noIpc: false,
    ipcFolder: null,
    ipcLinks: false,
    allowMissingOrigin: false,
    allowUsers: [],
    gamepadMappings: null,
    captureLimit: 60,
    consentTimeout: 600,
    noOpen: false,
    noTray: false,
    logLevel: 'info',
    rpcLimits: defaultsOf(RPC_LIMITS),
    restLimits: DEFAULT_REST_LIMITS,
    replayLimits: DEFAULT_REPLAY_LIMITS,
  });
});

test('a flag overrides the environment, and the environment overrides the file', async () => {
  await file('rpc_ports = "1-3"\napi_port = 4\nno-open = true\nlog_level = "warn"\n');
  const settings = await loadConfiguration(
    { home, rpcPorts: '7000-7001' },
    { GUILDHALL_RPC_PORTS: '8000', GUILDHALL_API_PORT: '9000', GUILDHALL_LOG_LEVEL: '' },
  );
  assert.deepEqual(settings.rpcPorts, [7000, 7001]);
  assert.equal(settings.apiPort, 9000);
  assert.equal(settings.noOpen, true);
  assert.equal(settings.logLevel, 'warn');
});

test('a path is relative to the working directory', async () => {
  await file('gamepad_mappings = "pads.txt"\n');
  assert.equal((await loadConfiguration({ home }, {})).gamepadMappings, resolve('pads.txt'));
  const pads = resolve('/pads');
  assert.equal((await loadConfiguration({ home, gamepadMappings: pads }, {})).gamepadMappings, pads);
});

test('the voice endpoint can be disabled; its addresses are checked', async () => {
  await file('voice_port = "off"\nvoice_public_address = "voice.example:8443"\n');
  const settings = await loadConfiguration({ home }, {});
  assert.equal(settings.voicePort, null);
  assert.equal(settings.voicePublicAddress, 'voice.example:8443');
  for (const address of ['voice.example:443', '192.0.2.1:443', '[2001:db8::1]:443']) {
    await file(`voice_public_address = "${address}"\n`);
    assert.equal((await loadConfiguration({ home }, {})).voicePublicAddress, address);
  }
  for (const wrong of ['voice_host = "here"', 'voice_public_address = "wss://voice.example/"']) {
    await file(wrong);
    await assert.rejects(loadConfiguration({ home }, {}), /expected (?:an IP address|host and port)/);
  }
});

test('a service to which the token would go unencrypted is refused unless that is allowed', async () => {
  await file('');
  const plain = 'http://chat.example/api';
  await assert.rejects(loadConfiguration({ home, apiUrl: plain }, {}), (error) => {
    assert.match(messageOf(error), /^--api-url: .*unencrypted.*--allow-plain-http$/);
    return error instanceof UsageError;
  });
  for (const url of [
    'https://chat.example/api',
    'http://localhost:1/api',
    'http://[::1]/api',
    'http://127.8.0.1/api',
  ]) {
    assert.equal((await loadConfiguration({ home, apiUrl: url }, {})).apiUrl, url);
  }
  for (const url of [
    'http://192.168.0.2/api',
    'http://localhost.example/api',
    'http://127.0.0.1.example/api',
  ]) {
    await assert.rejects(
      loadConfiguration({ home }, { GUILDHALL_API_URL: url }),
      /GUILDHALL_API_URL: .*unencrypted/,
    );
  }
  await file('allow_plain_http = true\n');
  assert.equal((await loadConfiguration({ home, apiUrl: plain }, {})).apiUrl, plain);
});

test('a URL with a query, a fragment or a password is refused, and not repeated', async () => {
  await file('');
  for (const url of [
    'https://chat.example/api?x=secret',
    'https://chat.example/#secret',
    'ftp://a:secret@chat.example?secret',
    'https://a:secret@chat.example',
  ]) {
    for (const setting of [{ apiUrl: url }, { apiPublicUrl: url }]) {
      await assert.rejects(loadConfiguration({ home, ...setting }, {}), (error: UserError) => {
        assert.doesNotMatch(`${error.message} ${error.hint}`, /secret/);
        return /expected a URL/.test(error.message);
      });
    }
  }
});

test('users who may connect are a list of names and uids', async () => {
  await file('allow_users = "bob"\n');
  assert.deepEqual((await loadConfiguration({ home }, {})).allowUsers, ['bob']);
  assert.deepEqual((await loadConfiguration({ home, allowUsers: 'ada, 1001' }, {})).allowUsers, [
    'ada',
    '1001',
  ]);
});

test('a limit of the RPC server is a key of the file and a name in the environment', async () => {
  await file('rpc_max_connections = 3\nrpc_max_frame_bytes = 4096\n');
  const { rpcLimits } = await loadConfiguration({ home }, { GUILDHALL_RPC_MAX_CONNECTIONS: '5' });
  assert.deepEqual(rpcLimits, { ...defaultsOf(RPC_LIMITS), connections: 5, frameBytes: 4096 });
});

test('limits of the service are keys of the file and names in the environment', async () => {
  await file('gateway_max_unread_bytes = 5\napi_max_requests = 6\n');
  const settings = await loadConfiguration({ home }, { GUILDHALL_GATEWAY_MAX_REPLAY_EVENTS: '7' });
  assert.deepEqual(settings.replayLimits, { ...DEFAULT_REPLAY_LIMITS, unreadBytes: 5, replayEvents: 7 });
  assert.deepEqual(settings.restLimits, { ...DEFAULT_REST_LIMITS, bucketRequests: 6 });
});

test('the home can be set in the environment', async () => {
  await file('');
  assert.equal((await loadConfiguration({}, { GUILDHALL_HOME: home })).files.home, home);
});

const wrong: [string, Parameters<typeof loadConfiguration>[0], Record<string, string>, RegExp][] = [
  ['', { rpcPorts: '10-1' }, {}, /^--rpc-ports: expected a range of ports .* got "10-1"$/],
  ['', { rpcPorts: '0-1' }, {}, /^--rpc-ports: /],
  ['', { consolePort: '70000' }, {}, /^--console-port: expected a port from 0 to 65535/],
  ['', { apiUrl: 'ftp://x' }, {}, /^--api-url: expected a URL/],
  [
    '',
    { apiUrl: 'https://me:secret@x/api' },
    {},
    /^--api-url: expected a URL without user name and password/,
  ],
  ['', {}, { GUILDHALL_LOG_LEVEL: 'loud' }, /^GUILDHALL_LOG_LEVEL: expected one of fatal, /],
  ['allow_missing_origin = "maybe"', {}, {}, /config\.toml:1, allow_missing_origin: expected true or false/],
  ['', { allowUsers: 'ada,,bob' }, {}, /^--allow-users: expected names or uids .* got "ada,,bob"$/],
  [
    'rpc_max_subscriptions = 0',
    {},
    {},
    /config\.toml:1, rpc_max_subscriptions: expected a whole number from 1 to /,
  ],
  [
    '',
    {},
    { GUILDHALL_RPC_MAX_FRAME_BYTES: '1e3' },
    /^GUILDHALL_RPC_MAX_FRAME_BYTES: expected a whole number/,
  ],
  ['colour = "red"', {}, {}, /config\.toml:1: unknown setting "colour"$/],
  ['api-prot = 1', {}, {}, /config\.toml:1: unknown setting "api-prot"; did you mean api_port\?$/],
  ['= nonsense', {}, {}, /config\.toml:1: this is not TOML: [^\n]+$/],
];

for (const [text, flags, environment, message] of wrong) {
  test(`an invalid setting is reported with its source: ${message.source}`, async () => {
    await file(text);
    await assert.rejects(loadConfiguration({ home, ...flags }, environment), { name: 'UserError', message });
  });
}

test('a setting that does not exist, or has a wrong value, has a hint that names the command that lists all', async () => {
  for (const text of ['colour = "red"', 'api_port = "x"']) {
    await file(text);
    await assert.rejects(loadConfiguration({ home }, {}), { hint: /guildhall api --help.*api_port/ });
  }
  await file('api_port');
  await assert.rejects(loadConfiguration({ home }, {}), { hint: /api_port = 6480/ });
});

test('the hint of an invalid setting names settings as its source does', async () => {
  const hintOf = async (environment: NodeJS.ProcessEnv) => {
    const error = await loadConfiguration({ home }, environment).catch((thrown: unknown) => thrown);
    return error instanceof UserError ? error.hint : null;
  };
  await file('');
  assert.match((await hintOf({ GUILDHALL_API_PORT: 'foo' })) ?? '', /--api-port is GUILDHALL_API_PORT here$/);
  await file('api_port = "foo"\n');
  assert.match((await hintOf({})) ?? '', /--api-port is api_port here$/);
});

test('variables that look like settings and are none are found, with the one that was probably meant', () => {
  const environment = {
    GUILDHALL_API_PROT: '1',
    GUILDHALL_LOGLEVEL: 'info',
    GUILDHALL_RPC_MAX_SUBSCRIPTION: '1',
    GUILDHALL_COLOUR: 'red',
    GUILDHALL_HOME: '/home',
    GUILDHALL_API_PORT: '1',
    GUILDHALL_RPC_MAX_SUBSCRIPTIONS: '1',
    PATH: '/bin',
  };
  assert.deepEqual(findUnknownVariables(environment), [
    { variable: 'GUILDHALL_API_PROT', nearest: 'GUILDHALL_API_PORT' },
    { variable: 'GUILDHALL_LOGLEVEL', nearest: 'GUILDHALL_LOG_LEVEL' },
    { variable: 'GUILDHALL_RPC_MAX_SUBSCRIPTION', nearest: 'GUILDHALL_RPC_MAX_SUBSCRIPTIONS' },
    { variable: 'GUILDHALL_COLOUR', nearest: null },
  ]);
});
