import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type TestService, withService } from '../../api/support/test-service.js';
import { botHeader, join } from '../../api/support/world.js';
import { eventually } from '../../helpers/eventually.js';
import type { GuildClient, Login } from './guild-client.js';
import { ROUND } from './round.js';
import type { Round, Step } from './step.js';

const LONG = 30 * 86_400_000;

/** Plays the whole round with a client library, each step as a test of its own. */
export function playRound(login: Login): (t: TestContext) => Promise<void> {
  return (t) =>
    withService(async (service) => {
      const prepared = await prepare(service);
      const client = await login(service.url, prepared.game.bot.token);
      try {
        assert.deepEqual(await client.guilds(), ['Ruins']);
        const round: Round = { ...prepared, client, service, ids: {} };
        for (const step of ROUND) await t.test(step.title, () => take(step, round));
      } finally {
        await client.close();
      }
    });
}

/** A guild of the bot that somebody left alone long ago. */
async function prepare(service: TestService): Promise<Pick<Round, 'game' | 'person' | 'ruins'>> {
  const game = await service.game();
  const as = botHeader(game.bot);
  const { id } = await service.ok('POST', '/guilds', { as, json: { name: 'Ruins' } });
  await join(service, game, await service.person('Sleeper'), id);
  await service.clock.advance(LONG);
  return { game, person: await service.person('Ada'), ruins: id };
}

async function take({ act, events, check }: Step, round: Round): Promise<void> {
  const { client } = round;
  const [emitted, dispatched] = [client.emitted.length, client.dispatched.length];
  await act(round);
  const audible = events.filter((event) => !client.silent.has(nameOf(event)));
  await eventually(() => isHeard(client, emitted + audible.length, dispatched + events.length)).catch(
    () => 0,
  );
  assert.deepEqual(client.dispatched.slice(dispatched), events.map(nameOf));
  assert.deepEqual(client.emitted.slice(emitted), audible);
  await check?.(round);
}

function isHeard(client: GuildClient, emitted: number, dispatched: number): boolean {
  return client.emitted.length >= emitted && client.dispatched.length >= dispatched;
}

function nameOf(event: string): string {
  return event.split(' ', 1)[0] ?? '';
}
