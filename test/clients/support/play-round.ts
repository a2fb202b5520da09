import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { TestService, withService } from '../../api/support/test-service.js';
import { botHeader, join } from '../../api/support/world.js';
import { eventually } from '../../helpers/eventually.js';
import { TlsFront } from '../../helpers/tls-front.js';
import type { Login } from './guild-client.js';
import { loginInProcess } from './remote-client.js';
import { ROUND } from './round.js';
import type { Round, Step } from './step.js';

const LONG = 30 * 86_400_000;

/** Plays the whole round with a client library, each step as a test of its own. */
export function playRound(login: Login): (t: TestContext) => Promise<void> {
  return (t) => withService((service) => play({ t, service, login, apiUrl: service.url }));
}

/**
 * Plays the round over TLS, which some libraries demand, with a library in a process that trusts the certificate.
 *
 * @param library a name of `client-process.ts`
 */
export function playRoundOverTls(library: string): (t: TestContext) => Promise<void> {
  return async (t) => {
    const front = await TlsFront.start();
    const apiUrl = `${front.url}/api`;
    try {
      const service = await TestService.start({ publicUrl: apiUrl });
      front.forwardTo(service.api.port);
      try {
        await play({ t, service, login: loginInProcess(library, front.trust), apiUrl });
      } finally {
        await service.stop();
      }
    } finally {
      await front.stop();
    }
  };
}

interface Settings {
  readonly t: TestContext;
  readonly service: TestService;
  readonly login: Login;
  /** where the library reaches the service */
  readonly apiUrl: string;
}

async function play({ t, service, login, apiUrl }: Settings): Promise<void> {
  const prepared = await prepare(service);
  const client = await login(apiUrl, prepared.game.bot.token);
  try {
    assert.deepEqual(await client.guilds(), ['Ruins']);
    const round: Round = { ...prepared, client, service, ids: {} };
    for (const step of ROUND) await t.test(step.title, () => take(step, round));
  } finally {
    await client.close();
  }
}

/** A guild of the bot that somebody left alone long ago. */
async function prepare(service: TestService): Promise<Pick<Round, 'game' | 'person' | 'ruins'>> {
  const game = await service.game();
  const as = botHeader(game.bot);
  const { id } = await service.ok('POST', '/guilds', { as, json: { name: 'Ruins' } });
  await join(service, game, await service.person('Sleeper'), id);
  await service.clock.pass(LONG);
  return { game, person: await service.person('Ada'), ruins: id };
}

async function take({ act, events, check }: Step, round: Round): Promise<void> {
  const { client } = round;
  const { emitted, dispatched } = client.log;
  const [emittedBefore, dispatchedBefore] = [emitted.length, dispatched.length];
  await act(round);
  const audible = events.filter((event) => !client.silent.has(nameOf(event)));
  const isComplete = () =>
    emitted.length >= emittedBefore + audible.length && dispatched.length >= dispatchedBefore + events.length;
  // The comparisons that follow say what is missing.
  await eventually(isComplete).catch(() => undefined);
  assert.deepEqual(dispatched.slice(dispatchedBefore), events.map(nameOf));
  assert.deepEqual(emitted.slice(emittedBefore), audible);
  await check?.(round);
}

function nameOf(event: string): string {
  return event.split(' ', 1)[0] ?? '';
}
