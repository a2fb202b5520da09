import type { World } from '../../api/support/world.js';
import { type Change, WritingClients } from '../cluster/writing-clients.js';
import { CHANGES } from './service-changes.js';
import { requestService } from './service-request.js';

/** The pause between two changes of one client, in milliseconds. */
const PAUSE_MS = 50;

/**
 * Clients that change each guild by REST, one change after the other. A change without a reply, or with 503, may be stored or not;
 * the client continues with another one.
 */
export class ServiceLoad extends WritingClients {
  protected readonly changes: readonly Change[];

  /** @param host of the balancer */
  constructor(
    private readonly host: string,
    worlds: readonly World[],
  ) {
    super(
      worlds.map(({ guild }) => guild),
      PAUSE_MS,
    );
    const letters = Object.keys(CHANGES);
    this.changes = worlds.flatMap((world) =>
      letters.map((letter) => (number: number) => this.#change(world, letter, `${letter}-${number}-z`)),
    );
  }

  async #change(world: World, letter: string, key: string): Promise<void> {
    const change = CHANGES[letter]?.(world, key);
    const reply = change === undefined ? null : await requestService(this.host, change);
    this.count(reply === null ? 'no reply' : String(reply.status));
    if (reply?.status === 200) this.acknowledged.add(world.guild, key);
  }
}
