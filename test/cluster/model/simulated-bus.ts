import { type Bus, BusError } from '#guildhall/cluster/bus/bus.js';
import type { SimulatedProcess, Simulation } from './simulation.js';

/** What all nodes are connected to. It loses and reorders messages, and repeats published ones. */
export class SimulatedNetwork {
  readonly subscribers = new Map<string, Set<SimulatedSubscriber>>();
  readonly responders = new Map<string, SimulatedResponder>();
  readonly cutOff = new Set<SimulatedProcess>();
  /** how likely each message is lost */
  loss = 0;
  /** how likely each published message is delivered twice; requests never are, as the bus promises */
  repetition = 0;

  constructor(readonly world: Simulation) {}
}

interface SimulatedSubscriber {
  readonly process: SimulatedProcess;
  receive(text: string): void;
}

interface SimulatedResponder {
  readonly process: SimulatedProcess;
  answer(text: string): Promise<string>;
}

/** The connection of one process. */
export class SimulatedBus implements Bus {
  readonly isConnected = true;
  readonly connections = 1;

  constructor(
    private readonly network: SimulatedNetwork,
    private readonly process: SimulatedProcess,
  ) {}

  publish(subject: string, text: string): void {
    const { cutOff, loss, repetition, subscribers, world } = this.network;
    if (cutOff.has(this.process)) return;
    for (const { process, receive } of subscribers.get(subject) ?? []) {
      if (cutOff.has(process) || world.random.chance(loss)) continue;
      world.add(process, () => receive(text));
      if (world.random.chance(repetition)) world.add(process, () => receive(text));
    }
  }

  subscribe(subject: string, receive: (text: string) => void): () => void {
    const { subscribers } = this.network;
    const set = subscribers.get(subject) ?? new Set();
    const subscriber = { process: this.process, receive };
    subscribers.set(subject, set.add(subscriber));
    return () => set.delete(subscriber);
  }

  respond(subject: string, answer: (text: string) => Promise<string>): () => void {
    const responder = { process: this.process, answer };
    this.network.responders.set(subject, responder);
    return () => this.network.responders.delete(subject);
  }

  request(subject: string, text: string, timeoutMs: number): Promise<string> {
    const { cutOff, loss, responders, world } = this.network;
    return new Promise((resolve, reject) => {
      this.process.clock.after(timeoutMs, () => reject(new BusError('no-reply')));
      world.add(null, () => {
        const responder = responders.get(subject);
        if (cutOff.has(this.process) || responder === undefined || responder.process.isOver) {
          world.add(this.process, () => reject(new BusError('not-sent')));
          return;
        }
        if (cutOff.has(responder.process) || world.random.chance(loss)) return;
        const arrive = () =>
          responder.answer(text).then((reply) => {
            if (cutOff.has(this.process) || cutOff.has(responder.process) || world.random.chance(loss))
              return;
            world.add(this.process, () => resolve(reply));
          });
        world.add(responder.process, () => void arrive());
      });
    });
  }

  async stop(): Promise<void> {
    for (const [subject, { process }] of this.network.responders) {
      if (process === this.process) this.network.responders.delete(subject);
    }
  }
}
