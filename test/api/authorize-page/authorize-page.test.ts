import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { type ApiService, startApiService } from '#guildhall/api/compose/start-api.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { type Game, type Person, TestService } from '../support/test-service.js';
import { botHeader, CALLBACK, grant } from '../support/world.js';

/** The page on which a person in a browser lets an application in; test/browser has what browsers make of it. */

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const FAILED_LOGINS = 3;

let service: TestService;
let game: Game;
let person: Person;
before(async () => {
  service = await TestService.start({ restLimits: { failedLogins: FAILED_LOGINS } });
  person = await service.person();
  game = await service.game({ name: `<b title="x">&'s Game` });
});
after(() => service.stop());

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

function address(query: Record<string, string>): string {
  const wanted = { client_id: game.id, response_type: 'code', redirect_uri: CALLBACK, scope: 'identify' };
  return `${service.url}/oauth2/authorize?${new URLSearchParams({ ...wanted, ...query })}`;
}

async function load(url: string, init: RequestInit = {}): Promise<Page> {
  const headers = { accept: ACCEPT, ...(init.headers as Record<string, string>) };
  const response = await fetch(url, { redirect: 'manual', ...init, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function open(query: Record<string, string> = {}): Promise<Page> {
  return load(address(query));
}

/** Opens the page and sends its form. @param form what the person does, or what an attacker changes */
async function choose(
  form: Record<string, string | null>,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Page> {
  const page = await open(query);
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const proof = /name="proof" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const fields = Object.entries({ proof, ...form }).filter(
    (field): field is [string, string] => field[1] !== null,
  );
  const body = new URLSearchParams(fields);
  return load(address(query), { method: 'POST', headers: { cookie, ...headers }, body });
}

const approve = (query: Record<string, string> = {}, token = person.token) =>
  choose({ decision: 'approve', token }, query);

/** Where a redirect leads: the parameters of its query, or of its fragment. */
function answerOf(page: Page, part: 'search' | 'hash' = 'search'): Record<string, string> {
  assert.equal(page.status, 303, page.text);
  const url = new URL(page.headers.get('location') ?? '');
  assert.equal(`${url.origin}${url.pathname}`, CALLBACK);
  assert.equal(part === 'hash' ? url.search : url.hash, '');
  return Object.fromEntries(new URLSearchParams(url[part].slice(1)));
}

const grants = (of: Person) => service.ok('GET', '/oauth2/tokens', { as: of.token });

describe('The address of the authorization page', () => {
  const readers: [accept: string | null, type: RegExp][] = [
    [ACCEPT, /^text\/html/],
    ['text/html', /^text\/html/],
    ['application/json;q=0.5, TEXT/HTML;q=0.8', /^text\/html/],
    [null, /^application\/json$/],
    ['*/*', /^application\/json$/],
    ['application/json', /^application\/json$/],
    ['application/json, text/html;q=0.9', /^application\/json$/],
    ['text/html;q=0', /^application\/json$/],
  ];
  for (const [accept, type] of readers) {
    test(`answers Accept: ${accept} with ${type.source}`, async () => {
      for (const path of ['/oauth2/authorize', '/v6/oauth2/authorize'].map(
        (path) => `${service.url}${path}`,
      )) {
        for (const method of ['GET', 'POST']) {
          const response = await fetch(path, { method, headers: accept === null ? {} : { accept } });
          assert.match(response.headers.get('content-type') ?? '', type);
          assert.equal(response.headers.get('vary'), 'Accept');
        }
      }
    });
  }

  test('is the only one where a browser gets a page', async () => {
    const { status, headers } = await load(`${service.url}/oauth2/tokens`);
    assert.deepEqual([status, headers.get('content-type')], [401, 'application/json']);
    assert.equal(headers.get('vary'), null);
    for (const path of ['/page/oauth2/authorize', '/%70age/oauth2/authorize', '/api/oauth2/authorizes']) {
      assert.equal((await load(new URL(path, service.url).href)).status, 404, path);
    }
  });
});

describe('The page', () => {
  test('names the application and its request as text', async () => {
    const { status, text } = await open({ scope: 'identify guilds.join' });
    assert.equal(status, 200);
    assert.ok(text.includes('<bdi>&lt;b title=&quot;x&quot;&gt;&amp;&#39;s Game</bdi>'));
    assert.ok(text.includes('<li>see your user name and avatar</li>'));
    assert.ok(text.includes('<li><strong>Sensitive:</strong> add you to guilds</li>'));
    assert.ok(text.includes('<bdi>localhost:3000</bdi>'));
    assert.equal(text.includes('<script'), false);
  });

  test('names the scheme of a redirect to a program', async () => {
    const uri = 'org.example.game:/callback';
    const native = await service.game();
    await service.api.administration.updateApplication(native.id, { redirect_uris: [uri] });
    const page = await open({ client_id: native.id, redirect_uri: uri });
    assert.ok(page.text.includes('<bdi>the program that opens org.example.game:</bdi>'));
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /form-action 'self' org\.example\.game:(;|$)/,
    );
  });

  test('is not cached or framed, runs no scripts, and sends no referrer', async () => {
    for (const page of [await open(), await open({ client_id: '1' }), await approve()]) {
      const { headers } = page;
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; base-uri 'none'; frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /script-src|unsafe/);
      assert.deepEqual(
        ['cache-control', 'referrer-policy', 'x-content-type-options', 'x-frame-options'].map((name) =>
          headers.get(name),
        ),
        ['no-store', 'same-origin', 'nosniff', 'DENY'],
      );
    }
  });

  test('sets one cookie for all open pages, which scripts and other sites cannot read', async () => {
    const cookie = (await open()).headers.get('set-cookie') ?? '';
    const name = `guildhall_authorize_${service.api.port}`;
    assert.match(cookie, new RegExp(`^${name}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`));
    const [pair = ''] = cookie.split(';');
    const again = await load(address({}), { headers: { cookie: pair } });
    assert.equal(again.headers.get('set-cookie'), cookie);
    const odd = await load(address({}), { headers: { cookie: `${name}=x` } });
    assert.notEqual(odd.headers.get('set-cookie')?.split(';')[0], `${name}=x`);
  });
});

describe('Behind a proxy with https', () => {
  let api: ApiService;
  before(async () => {
    api = await startApiService({
      openStore: (onError) => openStore(`${service.databasePath}.public`, onError),
      attachmentsPath: `${service.attachmentsPath}.public`,
      host: '127.0.0.1',
      peers: allowAnyPeer,
      port: 0,
      publicUrl: 'https://guilds.example/api',
      log: silentLogger,
      clock: service.clock,
    });
  });
  after(() => api.stop());

  /** The cookie that the page gives a browser that calls the service by this name. */
  async function cookieFor(host: string): Promise<string> {
    const { administration } = api;
    const input = { name: 'Game', redirect_uris: [CALLBACK], bot: false, approved: true };
    const { id } = await administration.createApplication(input);
    const query = new URLSearchParams({
      client_id: id,
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'identify',
    });
    const path = `/api/oauth2/authorize?${query}`;
    const sent = request({
      host: '127.0.0.1',
      port: api.port,
      path,
      headers: { host, accept: ACCEPT },
    }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response.headers['set-cookie']?.[0] ?? '';
  }

  test('the cookie is sent only by https, and cannot be set by other hosts', async () => {
    const cookie = await cookieFor('guilds.example');
    assert.match(
      cookie,
      /^__Host-guildhall_authorize=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const local = await cookieFor(`localhost:${api.port}`);
    assert.match(local, new RegExp(`^guildhall_authorize_${api.port}=`));
    assert.doesNotMatch(local, /Secure/);
  });
});

describe('Approving', () => {
  test('leads to the only registered address where none is named', async () => {
    const url = new URL(address({}));
    url.searchParams.delete('redirect_uri');
    const page = await load(url.href);
    assert.equal(page.status, 200);
    assert.ok(page.text.includes('<bdi>localhost:3000</bdi>'));
  });

  test('leads to the application with a code', async () => {
    const { code = '', ...others } = answerOf(await approve({ state: 'a&b' }));
    assert.deepEqual(others, { state: 'a&b' });
    const form = { client_id: game.id, client_secret: game.client_secret, grant_type: 'authorization_code' };
    const reply = await service.request('POST', '/oauth2/token', {
      form: { ...form, code, redirect_uri: CALLBACK },
    });
    assert.deepEqual([reply.status, reply.body.scope], [200, 'identify']);
  });

  test('leads to the application with a token in the fragment', async () => {
    const answer = answerOf(await approve({ response_type: 'token', state: 's' }), 'hash');
    assert.deepEqual([answer.token_type, answer.state], ['Bearer', 's']);
    const me = await service.ok('GET', '/oauth2/@me', { as: `Bearer ${answer.access_token}` });
    assert.equal(me.user.id, person.id);
  });

  test('takes a token with white space around it', async () => {
    assert.ok(answerOf(await approve({}, ` ${person.token}\n`)).code);
  });

  test('is for people: the tokens of bots and applications are none', async () => {
    const someone = await service.person('Iris');
    const { access_token } = await grant(service, game, someone, 'identify');
    const wrong = ['', 'nonsense', someone.id, game.bot.token, botHeader(game.bot), `Bearer ${access_token}`];
    for (const token of wrong) {
      await service.clock.advance(60_000);
      const page = await approve({}, token);
      assert.equal(page.status, 403);
      assert.match(page.text, /role="alert">This is not the token of a user of this service\./);
      assert.equal(token !== '' && page.text.includes(token), false, 'the token stays out of the page');
    }
    await service.clock.advance(60_000);
  });

  test('accepts a correct token after too many wrong ones, which must wait', async () => {
    for (let count = 0; count < FAILED_LOGINS; count += 1)
      assert.equal((await approve({}, 'no')).status, 403);
    const page = await approve({}, 'no');
    assert.equal(page.status, 429);
    assert.ok(Number(page.headers.get('retry-after')) > 0);
    assert.match(page.text, /Please wait a minute/);
    assert.ok(answerOf(await approve()).code);
    await service.clock.advance(60_000);
    assert.equal((await approve({}, 'no')).status, 403);
  });
});

describe('Denying', () => {
  test('needs no token, and redirects with an error', async () => {
    for (const [response_type, part] of [
      ['code', 'search'],
      ['token', 'hash'],
    ] as const) {
      const answer = answerOf(await choose({ decision: 'deny' }, { response_type, state: 's' }), part);
      const { error_description, ...others } = answer;
      assert.deepEqual(others, { error: 'access_denied', state: 's' });
    }
  });

  test('is also what any other choice means', async () => {
    const someone = await service.person('Dora');
    const answer = answerOf(await choose({ decision: 'perhaps', token: someone.token }));
    assert.deepEqual([answer.error, await grants(someone)], ['access_denied', []]);
  });
});

describe('A form that is not ours', () => {
  const forgeries: [title: string, form: Record<string, string | null>, headers: Record<string, string>][] = [
    ['without a proof', { proof: null }, {}],
    ['with a made-up proof', { proof: 'a'.repeat(64) }, {}],
    ['without the cookie', {}, { cookie: '' }],
    ['with the cookie of another browser', {}, { cookie: 'COOKIE' }],
    ['without a choice', { decision: null }, {}],
  ];
  for (const [title, form, headers] of forgeries) {
    test(`${title} grants nothing`, async () => {
      const victim = await service.person('Vic');
      const another = (await open()).headers.get('set-cookie')?.split(';')[0] ?? '';
      const sent = headers.cookie === 'COOKIE' ? { cookie: another } : headers;
      const page = await choose({ decision: 'approve', token: victim.token, ...form }, {}, sent);
      assert.equal(page.status, 403);
      assert.match(page.text, /role="alert">This form has expired/);
      assert.deepEqual(await grants(victim), []);
    });
  }

  const foreign: readonly Record<string, string>[] = [
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
  ];
  for (const headers of foreign) {
    test(`with ${JSON.stringify(headers)} is refused and grants nothing`, async () => {
      const victim = await service.person('Vic');
      const page = await choose({ decision: 'approve', token: victim.token }, {}, headers);
      assert.equal(page.status, 403);
      assert.match(page.text, /Authorization failed/);
      assert.deepEqual(await grants(victim), []);
    });
  }

  test('but JSON is not a form at all', async () => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"decision":"approve"}',
    };
    assert.equal((await load(address({}), init)).status, 415);
  });
});

describe('A wrong request', () => {
  const dead: [title: string, query: string, status: number][] = [
    ['an unknown client', 'client_id=1', 401],
    ['a redirect_uri that is not registered', 'redirect_uri=http://evil.example/', 400],
    ['no redirect_uri for the answer', 'redirect_uri=&response_mode=rpc', 400],
    ['a client that is named twice', 'client_id=1&client_id=2', 400],
  ];
  for (const [title, part, status] of dead) {
    test(`with ${title} leads nowhere`, async () => {
      const url = new URL(address({}));
      const given = [...new URLSearchParams(part)];
      for (const [name] of given) url.searchParams.delete(name);
      for (const [name, value] of given) if (value !== '') url.searchParams.append(name, value);
      for (const init of [{}, { method: 'POST', body: new URLSearchParams({ decision: 'deny' }) }]) {
        const page = await load(url.href, init);
        assert.equal(page.status, status);
        assert.equal(page.headers.get('location'), null);
        assert.match(page.text, /Authorization failed/);
        assert.equal(page.text.includes('<form'), false);
      }
    });
  }

  const told: [query: Record<string, string>, error: string, part: 'search' | 'hash'][] = [
    [{ scope: 'everything' }, 'invalid_scope', 'search'],
    [{ scope: 'everything', response_type: 'token' }, 'invalid_scope', 'hash'],
    [{ response_type: 'id_token' }, 'unsupported_response_type', 'search'],
  ];
  for (const [query, error, part] of told) {
    test(`of a known application are redirected to it: ${error} in the ${part}`, async () => {
      const answer = answerOf(await open({ ...query, state: 's' }), part);
      assert.deepEqual([answer.error, answer.state], [error, 's']);
    });
  }

  test('by the private beta are redirected after the person is known', async () => {
    const beta = await service.game({ name: 'Beta', approved: false });
    const query = { client_id: beta.id, scope: 'rpc' };
    assert.equal((await open(query)).status, 200);
    assert.equal(answerOf(await approve(query)).error, 'access_denied');
  });
});
