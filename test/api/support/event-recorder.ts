import { delivered } from '../../helpers/nodes/deliveries.js';
import type { GatewayClient } from './gateway-client.js';
import type { TestReply, TestService } from './test-service.js';

/** A received dispatch. */
export interface Heard {
  readonly t: string;
  readonly d: TestReply['body'];
}

/** Records the events of a gateway connection after its initial guilds. */
export class EventRecorder {
  #next: number;

  private constructor(private readonly gateway: GatewayClient) {
    this.#next = gateway.frames.length;
  }

  static async start(service: TestService, token: string): Promise<EventRecorder> {
    const gateway = await service.identify(token);
    const guilds = (await service.ok('GET', '/users/@me/guilds', { as: token })).length;
    for (let count = 0; count < guilds; count++) await gateway.heard('GUILD_CREATE');
    return new EventRecorder(gateway);
  }

  /** Every dispatch since the last time, in order. */
  async heard(): Promise<Heard[]> {
    await delivered();
    // Events are sent before the reply of what fired them, so whatever comes goes before this answer.
    this.gateway.send(1, this.gateway.sequence);
    await this.gateway.op(11);
    const from = this.#next;
    this.#next = this.gateway.frames.length;
    return this.gateway.frames.slice(from).flatMap(({ t, d }) => (t === null ? [] : [{ t, d }]));
  }

  async close(): Promise<void> {
    await this.gateway.close();
  }
}

/** Records every dispatch that a gateway connection of this token receives during an action, in order. */
export async function recordEvents(
  service: TestService,
  token: string,
  action: () => Promise<unknown>,
): Promise<Heard[]> {
  const watcher = await EventRecorder.start(service, token);
  await action();
  const heard = await watcher.heard();
  await watcher.close();
  return heard;
}
