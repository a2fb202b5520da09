import assert from 'node:assert/strict';
import type { GatewayClient } from '../../api/support/gateway-client.js';
import { ServiceClock } from '../../api/support/service-clock.js';
import type { Person, TestService } from '../../api/support/test-service.js';
import { makeWorld, type World } from '../../api/support/world.js';
import { EitherClock } from '../../helpers/nodes/either-clock.js';
import { enginesTest } from '../../helpers/nodes/engines-test.js';
import { ClusterOfServices } from '../support/cluster-of-services.js';

/** How long a node has to run before it knows what sessions of others may have missed, in milliseconds. */
export const KNOWS_AFTER_MS = 2500;

/** Node a is going to stop; sessions continue on b, or on c. */
export interface Nodes {
  readonly cluster: ClusterOfServices;
  readonly a: TestService;
  readonly b: TestService;
  readonly world: World;
  /** the time of the nodes, which also passes in real time */
  readonly time: ServiceClock;
}

export function movingTest(title: string, run: (nodes: Nodes) => Promise<void>): void {
  enginesTest(title, async () => {
    await using cluster = await ClusterOfServices.start();
    const time = new ServiceClock();
    const clock = new EitherClock(time, 0);
    const [a, b] = [await cluster.addNode('a', {}, { clock }), await cluster.addNode('b', {}, { clock })];
    const world = await makeWorld(b);
    cluster.pass(KNOWS_AFTER_MS);
    await run({ cluster, a, b, world, time });
  });
}

/** Connects the member's client to a node, with the guild. */
export async function connect(service: TestService, { guild, member }: World): Promise<GatewayClient> {
  const client = await service.identify(member.token);
  assert.equal((await client.heard('GUILD_CREATE')).id, guild);
  return client;
}

/** Stops a node, which tells its client to reconnect. */
export async function leave(service: TestService, client: GatewayClient): Promise<void> {
  const stopped = service.api.stop();
  await client.op(7);
  await stopped;
}

export interface Resume {
  readonly sessionId: string;
  readonly sequence: number;
}

/** Sends RESUME on a new connection. */
export async function sendResume(
  service: TestService,
  { token }: Person,
  { sequence, sessionId }: Resume,
): Promise<GatewayClient> {
  const client = await service.connect();
  client.send(6, { token, session_id: sessionId, seq: sequence });
  return client;
}

export async function resume(service: TestService, person: Person, from: Resume): Promise<GatewayClient> {
  const client = await sendResume(service, person, from);
  await client.heard('RESUMED');
  return client;
}

export async function assertRefused(service: TestService, person: Person, from: Resume): Promise<void> {
  const client = await sendResume(service, person, from);
  assert.equal((await client.op(9)).d, false);
  assert.ok(!client.dispatches.includes('RESUMED'));
}

export async function post(service: TestService, { bot, text }: World, ...contents: string[]): Promise<void> {
  for (const content of contents) {
    await service.ok('POST', `/channels/${text}/messages`, { as: bot, json: { content } });
  }
}

export const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `message ${from + index}`);

/** The contents of the messages that arrived, in order. */
export function received(...clients: GatewayClient[]): string[] {
  return clients.flatMap(({ frames }) =>
    frames.flatMap(({ d, t }) => (t === 'MESSAGE_CREATE' ? [(d as { content: string }).content] : [])),
  );
}

/** The numbers of all dispatches of a client. */
export function sequences({ frames }: GatewayClient): number[] {
  return frames.flatMap(({ s }) => s ?? []);
}
