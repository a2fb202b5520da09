import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchApplications } from '#guildhall/control/operations/application-live.js';
import { OPERATIONS } from '#guildhall/control/operations/index.js';
import { type SignedIn, signIn } from './console-session.js';
import { withControl } from './control-harness.js';
import { send } from './http.js';

/** Every operation at the console's port, as somebody may call it who is not the person's page. */

/** Operations for the command line alone: tokens, people, sessions of the console, and every key that is pressed. */
const NOT_FOR_THE_PAGE = [
  'Stop process',
  'Create console address',
  'Create console page',
  'Sign out of console',
  'Create user',
  'List users',
  'Begin two-factor',
  'Confirm two-factor',
  'Disable two-factor',
  'Configure guild',
  'Change subscribers',
  'Get account',
  'Sign in',
  'List accounts',
  'Switch account',
  'Capture shortcut',
];

const ofPage = OPERATIONS.filter(({ access }) => access === 'cli-and-page');
const singles = ofPage.filter(({ kind }) => kind === 'single');
/** The page receives them over WebSockets (stream-sockets.test.ts). */
const streams = ofPage.filter(({ kind }) => kind === 'stream');

function call({ url }: Pick<SignedIn, 'url'>, operation: (typeof OPERATIONS)[number], headers: object) {
  const path = operation.path.replaceAll(/\{\w+\}/g, '100').slice(1);
  const body = operation.method === 'GET' ? {} : { body: {} };
  return send(`${url}api/${path}`, { method: operation.method, headers: { ...headers }, ...body });
}

test('operations with tokens, people or codes are not served to the page', () => {
  const forCli = OPERATIONS.filter(({ access }) => access === 'cli').map(({ name }) => name);
  for (const name of NOT_FOR_THE_PAGE) assert.ok(forCli.includes(name), `${name} is served to the page`);
});

test(
  'every operation of the page refuses foreign origins, other hosts, guessed sessions and requests without one',
  withControl(async (harness) => {
    const signedIn = await signIn(harness);
    const { origin, headers } = signedIn;
    const own = { ...headers, origin };
    const refused: [string, number, object][] = [
      ['a foreign origin', 403, { ...own, origin: 'https://evil.example' }],
      ['another port of this machine', 403, { ...own, origin: 'http://127.0.0.1:1' }],
      ['a cross-site request', 403, { ...own, 'sec-fetch-site': 'cross-site' }],
      ['a rebound name', 403, { ...own, host: 'evil.example' }],
      ['no session', 401, { origin }],
      ['the cookie alone', 401, { origin, cookie: headers.cookie }],
      ['a guessed token', 401, { ...own, 'x-guildhall-console': 'A'.repeat(43) }],
      ['a guessed cookie', 401, { ...own, cookie: `${headers.cookie?.split('=')[0]}=${'A'.repeat(43)}` }],
    ];
    for (const operation of singles) {
      for (const [what, status, sent] of refused) {
        const answer = await call(signedIn, operation, sent);
        assert.equal(answer.status, status, `${operation.name}: ${what}`);
        assert.equal(answer.headers['access-control-allow-origin'], undefined);
      }
    }
  }),
);

test(
  'no operation of the command line is found at the console’s port, also by a signed-in page',
  withControl(async (harness) => {
    const signedIn = await signIn(harness);
    const own = { ...signedIn.headers, origin: signedIn.origin };
    const routes = new Set(ofPage.map(({ method, path }) => `${method} ${path}`));
    for (const operation of OPERATIONS.filter(({ access }) => access === 'cli')) {
      assert.ok(!routes.has(`${operation.method} ${operation.path}`));
      const { status } = await call(signedIn, operation, own);
      assert.equal(status, 404, operation.name);
    }
  }),
);

test(
  'no stream of the page is found over HTTP, also by a signed-in page; its path is refused to others',
  withControl(async (harness) => {
    const signedIn = await signIn(harness);
    const own = { ...signedIn.headers, origin: signedIn.origin };
    const others = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { host: 'evil.example' },
    ];
    assert.ok(streams.length > 5);
    for (const operation of streams) {
      // Its path is also the one of an application with the id `live`, whose service is not there.
      const expected = operation.name === watchApplications.name ? 503 : 404;
      assert.equal((await call(signedIn, operation, own)).status, expected, operation.name);
      for (const other of others) {
        assert.equal((await call(signedIn, operation, { ...own, ...other })).status, 403, operation.name);
      }
    }
  }),
);

test(
  'a page cannot name a key, with which it would see whenever that is pressed',
  withControl(async (harness) => {
    const { headers, origin, url } = await signIn(harness);
    const own = { ...headers, origin };
    const shortcut = [{ type: 0, code: 4, name: 'f12' }];
    const change = (path: string, body: object) =>
      send(`${url}api/voice/${path}`, { method: 'PATCH', headers: own, body });
    assert.equal((await change('keys/mute', { shortcut })).status, 403);
    assert.equal((await change('settings', { mode: { type: 'PUSH_TO_TALK', shortcut } })).status, 403);
    assert.deepEqual(harness.voice.keys().mute, []);
    assert.equal((await change('keys/mute', { shortcut: [] })).status, 200);
    assert.equal((await change('settings', { mode: { type: 'PUSH_TO_TALK' } })).status, 200);
  }),
);
