import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { makeWorld } from '../api/support/world.js';
import { settle } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { noPostgres } from '../helpers/postgres/postgres-server.js';
import { type TwoServices, withTwoServices } from './support/two-services.js';

/** Runs a test with two services and a program that can use their bus, too. */
function withStranger(
  run: (services: TwoServices, hub: InProcessHub, stranger: InProcessBus) => Promise<void>,
) {
  const hub = new InProcessHub();
  const open = () => new InProcessBus({ hub, clock: systemClock, log: silentLogger });
  return withTwoServices(
    (services) => run(services, hub, open()),
    {},
    (use) => use([open(), open()]),
  );
}

const refusedBy = ({ a, b }: TwoServices) =>
  [a, b].map(({ api }) => Number(api.figures().cluster?.refusedMessages));

describe('A program that can use the bus', { skip: noPostgres }, () => {
  test('can neither repeat what nodes have sent nor send anything of its own', () =>
    withStranger(async (services, hub, stranger) => {
      const { a, b } = services;
      const { bot: as, member, text } = await makeWorld(a);
      const session = await b.identify(member.token);
      await session.heard('GUILD_CREATE');
      const recorded: (readonly [subject: string, text: string])[] = [];
      for (const subject of [...hub.subscribers.keys()]) {
        stranger.subscribe(subject, (message) => recorded.push([subject, message]));
      }
      const post = (content: string) => a.ok('POST', `/channels/${text}/messages`, { as, json: { content } });
      await post('message');
      await a.ok('POST', `/channels/${text}/typing`, { as });
      await a.ok('PATCH', '/users/@me', { as: member.token, json: { username: 'renamed' } });
      await session.heard('TYPING_START');
      await session.heard('USER_UPDATE');
      await session.heard('GUILD_MEMBER_UPDATE');
      const before = session.frames.length;
      for (const [subject, message] of recorded.splice(0)) {
        stranger.publish(subject, message);
        stranger.publish(subject, message.replace(/^1 (?:\S+ ){4}/, ''));
      }
      for (const subject of [...hub.subscribers.keys()].filter((name) => name.endsWith('.shared'))) {
        const end = { node: 'forged', kind: 'end-sessions', userId: member.id };
        stranger.publish(subject, JSON.stringify(end));
      }
      await settle();
      await post('marker');
      await eventually(() => session.frames.some(({ d }) => Object(d).content === 'marker'));
      const later = session.frames.slice(before).map(({ t }) => t);
      assert.deepEqual([later, session.closed], [['MESSAGE_CREATE'], null]);
      for (const refused of refusedBy(services)) assert.ok(refused >= 3, `${refused} were refused`);
    }));

  test('cannot change a guild with a request to its owner', () =>
    withStranger(async (services, hub) => {
      const { a, b } = services;
      const { bot: as, guild } = await makeWorld(a);
      const [subject = ''] = [...hub.responders.keys()].filter((name) => /\.node\.a-/.test(name));
      const [answer] = hub.responders.get(subject) ?? [];
      assert.ok(answer);
      const recorded: string[] = [];
      const record = (message: string) => {
        recorded.push(message);
        return answer(message);
      };
      hub.responders.set(subject, new Set([record]));
      await b.ok('PATCH', `/guilds/${guild}`, { as, json: { name: 'changed once' } });
      await a.ok('PATCH', `/guilds/${guild}`, { as, json: { name: 'changed later' } });
      assert.equal(recorded.length, 1);
      const [request = ''] = recorded;
      const plain = request.replace(/^1 (?:\S+ ){4}/, '');
      for (const forged of [request, plain, plain.replace(/"key":"/, '"key":"x')]) {
        assert.equal(await answer(forged), null);
      }
      assert.equal((await a.ok('GET', `/guilds/${guild}`, { as })).name, 'changed later');
      assert.equal(refusedBy(services)[0], 3);
    }));
});
