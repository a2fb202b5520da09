import { randomUUID } from 'node:crypto';
import type { FrameBudgets } from '../../net/frame-budget.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import { dispatch, RPC_VERSION } from '../../protocol/rpc/payload.js';
import type { RpcConnections } from '../connections.js';
import type { ServerConfiguration } from '../context.js';
import type { Dispatcher } from '../dispatcher.js';
import type { RpcLimits } from '../limits.js';
import { SharedFrame } from '../shared-frame.js';
import { type AdmissionRules, type Admitted, admit } from './admission.js';
import { RpcConnection } from './connection.js';
import type { FrameChannel } from './frame-channel.js';
import { createFrameRules, type FrameRules } from './frame-reader.js';
import type { Handshake } from './handshake.js';
import { UnauthenticatedConnections } from './unauthenticated-connections.js';

export interface ConnectionAcceptorOptions {
  readonly rules: AdmissionRules;
  readonly limits: RpcLimits;
  readonly budgets: FrameBudgets;
  readonly dispatcher: Dispatcher;
  readonly connections: RpcConnections;
  /** the server configuration that READY contains */
  readonly configuration: ServerConfiguration;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Decides about new connections of every transport and starts the accepted ones (docs/rpc.md, Connecting). */
export class ConnectionAcceptor {
  readonly #unauthenticated: UnauthenticatedConnections;
  readonly #rules: FrameRules;
  /** the same for all connections, so it is written once for each encoding */
  readonly #ready: SharedFrame;

  constructor(private readonly options: ConnectionAcceptorOptions) {
    const { clock, configuration, limits } = options;
    this.#unauthenticated = new UnauthenticatedConnections(limits, clock);
    this.#rules = createFrameRules(limits, clock);
    this.#ready = new SharedFrame(dispatch('READY', { v: RPC_VERSION, config: configuration }));
  }

  /**
   * Takes over a channel; closes it with the code of the reason if it is refused.
   *
   * @returns whether it was accepted
   */
  async accept(channel: FrameChannel, handshake: Handshake): Promise<boolean> {
    // Early frames wait in the kernel until the connection is accepted.
    channel.pause();
    const decision = await this.#decide(channel, handshake);
    if ('code' in decision) {
      channel.resume();
      channel.close(decision);
      return false;
    }
    if (!channel.isOpen) return false;
    this.#open(channel, handshake, decision);
    channel.resume();
    return true;
  }

  async #decide(channel: FrameChannel, handshake: Handshake): Promise<Admitted | RpcClose> {
    const { log, rules } = this.options;
    try {
      const listening = channel.untilListening();
      const decision = await admit(rules, handshake);
      await listening;
      return 'code' in decision ? decision : (this.#findExcess(decision) ?? decision);
    } catch (error) {
      log.warn({ err: error }, 'failed to look up an application');
      return RPC_CLOSES.SERVICE_UNAVAILABLE;
    }
  }

  /** The close code if the application has too many connections; null otherwise. */
  #findExcess({ application }: Admitted): RpcClose | null {
    const { connections, limits } = this.options;
    const { all, ofApplication } = connections.countAuthenticated(application.id);
    if (all >= limits.connections) return RPC_CLOSES.TOO_MANY;
    return ofApplication >= limits.connectionsPerApplication ? RPC_CLOSES.TOO_MANY_OF_APPLICATION : null;
  }

  #open(channel: FrameChannel, handshake: Handshake, decision: Admitted): void {
    const { budgets, clock, connections, dispatcher, limits, log } = this.options;
    const { application, encoding, origin } = decision;
    const connection = new RpcConnection({
      id: createConnectionId(),
      channel,
      // Named, because properties after a spread are slow.
      admitted: { application, encoding, origin, findPeer: handshake.findPeer },
      dispatcher,
      limits,
      rules: this.#rules,
      budget: budgets.create(),
      unauthenticated: this.#unauthenticated,
      clock,
      log,
      listener: connections,
    });
    connections.add(connection);
    connection.send(this.#ready);
  }
}

/** 16 hexadecimal digits of a UUID, whose random bits Node.js draws for many at a time. */
function createConnectionId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 16);
}
