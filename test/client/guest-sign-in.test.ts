import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ServiceChatClient } from '#guildhall/client/service-chat-client.js';
import { ServiceError } from '#guildhall/client/service-error.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';

const USERS: Readonly<Record<string, object>> = {
  person: { id: '1', username: 'ada', discriminator: '0001', avatar: null },
  guest: { id: '77', username: 'visitor', discriminator: '0077', avatar: null },
};
const MEANWHILE = new ServiceError('somebody signed in meanwhile', 409);

interface Held {
  /** e.g. `GET /users/@me guest` */
  readonly request: string;
  answer(): void;
}

/** Runs a test with a client where nobody is signed in, of a service whose replies about accounts wait for the test. */
function withHeldService(run: (client: ServiceChatClient, held: Held[]) => Promise<void>) {
  return async () => {
    const held: Held[] = [];
    const reply = (response: ServerResponse, status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const server = createServer(({ headers, method, url }, response) => {
      const token = headers.authorization ?? '';
      if (url === '/gateway') reply(response, 503, {});
      else
        held.push({
          request: `${method} ${url} ${token}`.trim(),
          answer: () => reply(response, 200, USERS[token] ?? { token: 'guest' }),
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const clock = new ManualClock();
    const client = ServiceChatClient.start({ apiUrl, token: null, clock, log: silentLogger });
    try {
      await run(client, held);
    } finally {
      await client.stop();
      server.closeAllConnections();
      server.close();
    }
  };
}

/** Answers the oldest request that is held. */
async function answer(held: Held[], request: string): Promise<void> {
  await eventually(() => held.length > 0);
  const oldest = held.shift();
  assert.equal(oldest?.request, request);
  oldest?.answer();
}

test(
  'callers for one guest of one application share the account, and others are refused',
  withHeldService(async (client, held) => {
    const guests = [client.signInAsGuest('visitor', '100'), client.signInAsGuest('visitor', '100')];
    await assert.rejects(client.signInAsGuest('visitor', '101'), MEANWHILE);
    await assert.rejects(client.signInAsGuest('bo', '100'), MEANWHILE);
    await answer(held, 'POST /users/guests');
    await answer(held, 'GET /users/@me guest');
    assert.deepEqual(await Promise.all(guests), [USERS.guest, USERS.guest]);
    assert.deepEqual(held, []);
    await assert.rejects(client.signInAsGuest('visitor', '100'), MEANWHILE);
  }),
);

test(
  'a person who signs in while the service makes a guest, or answers about it, stays signed in',
  withHeldService(async (client, held) => {
    const guest = client.signInAsGuest('visitor', '100');
    await answer(held, 'POST /users/guests');
    await eventually(() => held.length === 1);
    const person = client.signIn('person');
    await eventually(() => held.length === 2);
    held.reverse();
    await answer(held, 'GET /users/@me person');
    assert.deepEqual(await person, USERS.person);
    await answer(held, 'GET /users/@me guest');
    await assert.rejects(guest, MEANWHILE);
    assert.deepEqual([client.user, client.token], [USERS.person, 'person']);
  }),
);
