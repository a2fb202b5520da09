import { eventually } from '../../helpers/eventually.js';
import type { Frame, RawRpcClient } from '../../helpers/rpc-client.js';
import { monotonicNow } from './monotonic.js';

/** An event that a subscriber received. */
export interface TimedEvent {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** by `monotonicNow` */
  readonly at: number;
}

/** The events that an RPC client receives, with the times when they arrived. */
export class VoiceEvents {
  readonly received: TimedEvent[] = [];

  constructor(client: RawRpcClient) {
    client.socket.on('message', (bytes) => {
      const at = monotonicNow();
      const { cmd, evt, data } = JSON.parse(String(bytes)) as Frame;
      if (cmd === 'DISPATCH' && evt !== null) this.received.push({ name: evt, data: data ?? {}, at });
    });
  }

  /** The events of a name since a time, see `monotonicNow`. */
  since(after: number, name: string, userId?: string): TimedEvent[] {
    return this.received.filter(
      (event) =>
        event.name === name && event.at >= after && (userId === undefined || event.data.user_id === userId),
    );
  }

  /** Waits for the first event of a name since a time. */
  first(after: number, name: string, userId?: string): Promise<TimedEvent> {
    return eventually(() => this.since(after, name, userId)[0], {
      describe: () =>
        `no ${name} of ${userId}; received ${this.received.map((event) => event.name).join(' ')}`,
    });
  }

  /** Waits until the connection is in a state, or was since a time. @param share how much longer than others this may take */
  async state(after: number, state: string, share = 1): Promise<void> {
    await eventually(() => this.statesSince(after).includes(state), {
      share,
      describe: () => `not ${state}; the states were ${this.statesSince(0).join(', ')}`,
    });
  }

  /** The states of the connection since a time, in their order, each once in a row. */
  statesSince(after: number): string[] {
    const states = this.since(after, 'VOICE_CONNECTION_STATUS').map(({ data }) => String(data.state));
    return states.filter((state, index) => state !== states[index - 1]);
  }
}
