import assert from 'node:assert/strict';
import { UserError } from '#guildhall/platform/errors.js';
import type { TestService } from '../api/support/test-service.js';
import { makeWorld, type World } from '../api/support/world.js';
import { eventually } from '../helpers/eventually.js';
import { enginesTest } from '../helpers/nodes/engines-test.js';
import { NEXT_STEPS } from '../store/postgres/support/schema.js';
import { ClusterOfServices } from './support/cluster-of-services.js';

/** The messages that are posted before and after each step of an upgrade. */
const MESSAGES = 5;

/** A client that posts messages one after the other, each to the next node. */
class BusyClient {
  /** the contents of the messages that were confirmed */
  readonly posted: string[] = [];
  #isStopped = false;
  readonly #work: Promise<void>;

  constructor(
    private readonly nodes: readonly TestService[],
    private readonly world: World,
  ) {
    this.#work = this.#post();
    // `stop` reports it.
    this.#work.catch(() => undefined);
  }

  /** Waits until more messages are posted. @throws if one of them failed */
  async postMore(): Promise<void> {
    const enough = this.posted.length + MESSAGES;
    await Promise.race([this.#work, eventually(() => this.posted.length >= enough)]);
  }

  /** @throws if one of its messages failed */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #post(): Promise<void> {
    const { bot, text } = this.world;
    for (let number = 1; !this.#isStopped; number += 1) {
      const node = this.nodes[number % this.nodes.length] ?? assert.fail('no node runs');
      const content = `message ${number}`;
      await node.ok('POST', `/channels/${text}/messages`, { as: bot, json: { content } });
      this.posted.push(content);
    }
  }
}

async function contents(service: TestService, { bot, text }: World): Promise<string[]> {
  const messages = await service.ok('GET', `/channels/${text}/messages?limit=100`, { as: bot });
  return messages.map(({ content }: { content: string }) => content).reverse();
}

async function upgradeNodes(): Promise<void> {
  await using cluster = await ClusterOfServices.start();
  const older = await cluster.addNode('older');
  const nodes = [older];
  const world = await makeWorld(older);
  const session = await older.identify(world.member.token);
  const client = new BusyClient(nodes, world);
  await client.postMore();

  const newer = await cluster.addNode('newer', { steps: NEXT_STEPS });
  await client.postMore();
  nodes.push(newer);
  await client.postMore();
  const newSession = await newer.identify(world.member.token);
  await assert.rejects(
    cluster.addNode('restarted'),
    (error) => error instanceof UserError && /this program knows only versions up to/.test(error.message),
  );

  nodes.shift();
  await client.postMore();
  await session.drop();
  await older.stop();
  await client.postMore();
  await client.stop();
  const stored = await contents(newer, world);
  assert.deepEqual(stored, client.posted.slice(-stored.length));
  assert.ok(stored.length > MESSAGES, `${stored.length} messages`);
  const last = stored.at(-1);
  await eventually(() => newSession.frames.some(({ d }) => Object(d).content === last));
}

const title = 'nodes are upgraded one after the other without a failed request';
enginesTest(title, upgradeNodes);
