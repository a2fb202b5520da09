import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallTurns } from '#guildhall/api/rest/call-turns.js';
import { RequestTurns } from '#guildhall/api/rest/request-turns.js';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';
import { V6 } from '#guildhall/api/versions/v6/version.js';
import type { ApiVersion } from '#guildhall/api/versions/version.js';
import { eventually } from '../../helpers/eventually.js';
import { from, sentBy } from '../support/senders.js';
import { useWorld } from '../support/world.js';

/** How long each of the requests takes, in milliseconds: two of them are longer than a turn. */
const TAKEN_MS = 15;

/** Requests of which each takes a while. */
function createRequests() {
  let now = 1000;
  const turns = new RequestTurns(sentBy, () => now);
  const done: string[] = [];
  const take = (name: string) => {
    now += TAKEN_MS;
    done.push(name);
  };
  const request = (user: string, name = user, token = user) => turns.run(from(user, token), () => take(name));
  return { turns, done, take, request };
}

test('requests take a turn of 20 ms, and those that had to wait later ones, in order', async () => {
  const { done, request } = createRequests();
  const names = Array.from({ length: 7 }, (_, number) => `${number}`);
  for (const name of names.slice(0, 5)) request('busy', name);
  assert.equal(done.length, 2);
  await nextTurn();
  assert.equal(done.length, 4);
  // They have to wait for the last one, although they could be taken now.
  for (const name of names.slice(5)) request('busy', name);
  await nextTurn();
  await nextTurn();
  assert.deepEqual(done, names);
});

test('one of many requests of a caller is carried out before that of another', async () => {
  const { done, request } = createRequests();
  for (let number = 0; number < 100; number += 1) request('busy');
  request('other');
  request('another');
  while (done.length < 102) await nextTurn();
  assert.deepEqual(done.slice(0, 5), ['busy', 'busy', 'busy', 'other', 'another']);
});

test('the tokens of a user have one place among the users, and are served one after the other', async () => {
  const { done, request } = createRequests();
  for (let number = 0; number < 2; number += 1) request('busy');
  for (const name of ['a1', 'a2', 'b1', 'c1']) request('busy', name, name.slice(0, 1));
  request('other');
  while (done.length < 7) await nextTurn();
  assert.deepEqual(done.slice(2), ['a1', 'other', 'b1', 'c1', 'a2']);
});

test('reads that waited for others of their caller begin in turns', async () => {
  const { turns, done, take } = createRequests();
  const reads = new CallTurns(8, turns);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const results = Array.from({ length: 8 }, () => reads.run('busy', from('busy'), () => ended));
  for (let number = 0; number < 8; number += 1)
    results.push(reads.run('busy', from('busy'), async () => take('busy')));
  end();
  await ended;
  await results[0];
  await nextTurn();
  assert.ok(done.length <= 4, `${done.length} began`);
  await Promise.all(results);
  assert.equal(done.length, 8);
});

/** Shows what the tests request, which takes a while by the mocked time. */
const shown = { took: () => {} };
const SLOW: ApiVersion = {
  ...V6,
  views: new Proxy(V6.views, {
    get(views, name) {
      if (name === 'currentUser')
        return (...values: Parameters<typeof views.currentUser>) => {
          shown.took();
          return views.currentUser(...values);
        };
      if (name !== 'message') return Reflect.get(views, name).bind(views);
      return (...values: Parameters<typeof views.message>) => {
        const message = views.message(...values);
        return {
          toJSON() {
            shown.took();
            return message;
          },
        };
      };
    },
  }),
};

describe('The service', () => {
  const used = useWorld(undefined, { versions: new Map([...API_VERSIONS, ['100', SLOW]]) });

  /** Counts what is shown: in all, and the most in one turn of the event loop. */
  function countShown({ mock }: TestContext) {
    let now = 1e6;
    let ofTurn = 0;
    const shownSoFar = { inAll: 0, mostOfTurn: 0 };
    mock.method(performance, 'now', () => now);
    shown.took = () => {
      now += TAKEN_MS;
      ofTurn += 1;
      shownSoFar.inAll += 1;
      shownSoFar.mostOfTurn = Math.max(shownSoFar.mostOfTurn, ofTurn);
    };
    const endTurn = () => {
      ofTurn = 0;
      immediate = setImmediate(endTurn);
    };
    let immediate = setImmediate(endTurn);
    return { shownSoFar, stop: () => clearImmediate(immediate) };
  }

  /** Sends requests over connections, as many over each as are handled at a time, and waits for the replies. */
  async function send(request: string, connections: number): Promise<void> {
    let replies = 0;
    const sockets: Socket[] = [];
    for (let number = 0; number < connections; number += 1) {
      const socket = connect(used.service.api.port, '127.0.0.1', () => socket.write(request.repeat(8)));
      socket.on('data', (text) => {
        replies += text.toString('latin1').split('HTTP/1.1 200').length - 1;
      });
      sockets.push(socket);
    }
    await eventually(() => replies === 8 * connections);
    for (const socket of sockets) socket.destroy();
  }

  const head = (method: string, path: string): string =>
    `${method} /api/v100${path} HTTP/1.1\r\nHost: 127.0.0.1:${used.service.api.port}\r\nAuthorization: ${used.world.member.token}\r\n`;

  test('carries out requests that arrive at once in turns', async (context) => {
    const { shownSoFar, stop } = countShown(context);
    await send(`${head('GET', '/users/@me')}\r\n`, 1);
    stop();
    assert.ok(shownSoFar.mostOfTurn < 8, `${shownSoFar.mostOfTurn} in one turn`);
  });

  test('does not carry out reads that waited until their connection had closed', async (context) => {
    const { shownSoFar, stop } = countShown(context);
    const { took } = shown;
    const request = `${head('GET', '/users/@me')}\r\n`;
    const socket = connect(used.service.api.port, '127.0.0.1', () => socket.write(request.repeat(8)));
    shown.took = () => {
      socket.resetAndDestroy();
      took();
    };
    await eventually(() => shownSoFar.inAll > 0);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    stop();
    assert.ok(shownSoFar.inAll < 8, `${shownSoFar.inAll}`);
  });

  test('sends replies that are made at once in turns', async (context) => {
    const body = JSON.stringify({ content: 'hello' });
    const path = `/channels/${used.world.text}/messages`;
    const fields = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const { shownSoFar, stop } = countShown(context);
    await send(`${head('POST', path)}${fields}\r\n${body}`, 4);
    stop();
    assert.ok(shownSoFar.mostOfTurn < 8, `${shownSoFar.mostOfTurn} in one turn`);
  });
});
