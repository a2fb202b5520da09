import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, withMockRpc } from '../helpers/mock-rpc.js';
import { withDesk } from './with-desk.js';

const args = (scopes: string[]) => ({ client_id: APPLICATION.id, scopes });

test(
  'AUTHORIZE and disconnect in a loop announces one request',
  withDesk(async (mock, desk) => {
    const announced: string[] = [];
    desk.on('waiting', ({ id }) => announced.push(id));
    for (let count = 0; count < 30; count += 1) {
      const connection = await mock.connect();
      let isAnswered = false;
      void connection.request('AUTHORIZE', args(['rpc'])).then(
        () => (isAnswered = true),
        () => {},
      );
      await eventually(() => isAnswered || desk.waiting().length === 1);
      await connection.close();
      await eventually(() => desk.waiting().length === 0);
    }
    assert.equal(announced.length, 1);
  }),
);

test(
  'AUTHORIZE reports the reason of a refusal: a denial, a back-off with its time, or too many waiting requests',
  withDesk(async (mock, desk) => {
    const connection = await mock.connect();
    for (let count = 0; count < 2; count += 1) {
      const denied = connection.request('AUTHORIZE', args(['rpc']));
      await eventually(() => desk.waiting().length === 1);
      await desk.decide(desk.waiting()[0]?.id ?? '', 'deny');
      assert.deepEqual((await denied).data, {
        code: 5000,
        message: 'OAuth2 Error: access_denied: The user denied the request',
      });
    }
    const { data: early } = await connection.request('AUTHORIZE', args(['rpc']));
    assert.equal(early?.code, 5000);
    assert.match(String(early?.message), /access_denied: The user was not asked.*try again in [1-5] seconds/);
    assert.equal(desk.waiting().length, 0);

    mock.peerProcesses.process = '7';
    for (const scope of ['email', 'guilds', 'guilds.join']) {
      connection.send({ cmd: 'AUTHORIZE', args: args([scope]), nonce: scope });
    }
    await eventually(() => desk.waiting().length === 3);
    const { data: full } = await connection.request('AUTHORIZE', args(['identify']));
    assert.deepEqual(full, {
      code: 5000,
      message: 'OAuth2 Error: temporarily_unavailable: Too many requests wait for the user; try again later',
    });
    mock.peerProcesses.process = '8';
    const honest = connection.request('AUTHORIZE', args(['identify']));
    await eventually(() => desk.waiting().length === 4);
    await desk.decide(desk.waiting()[3]?.id ?? '', 'allow-once');
    assert.equal((await honest).evt, null);
    await connection.close();
  }),
);

test(
  'an application that is renamed while the person reads its old name gets nothing',
  withMockRpc(async (mock) => {
    const connection = await mock.connect();
    const reply = connection.request('AUTHORIZE', args(['rpc']));
    const asked = await eventually(() => mock.asked[0]);
    mock.client.applications.set(APPLICATION.id, { ...APPLICATION, name: 'Other' });
    asked.answer(true);
    assert.deepEqual((await reply).data, {
      code: 5000,
      message: 'OAuth2 Error: access_denied: The application was renamed while the request waited',
    });
    const again = connection.request('AUTHORIZE', args(['rpc']));
    const next = await eventually(() => mock.asked[1]);
    assert.equal(next.request.application.name, 'Other');
    next.answer(true);
    assert.equal(typeof (await again).data?.code, 'string');
    await connection.close();
  }),
);
