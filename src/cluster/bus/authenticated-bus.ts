import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Unsubscribe } from '../../platform/async/events.js';
import { ReplayWindow } from '../../platform/crypto/replay-window.js';
import type { Logger } from '../../platform/log.js';
import { type Bus, BusError } from './bus.js';

/** The version of the message format, the first character of each message. */
const VERSION = '1';
/** How far the time of a message may be from that of the receiver, in milliseconds. Both are estimates of the store's. */
const WINDOW_MS = 60_000;
/** Messages from before this node started are refused, except for this time in milliseconds: estimates differ. */
const BEFORE_START_MS = 1_000;
/** The interval at which refused messages are logged, in milliseconds. */
const LOG_MS = 60_000;
/** The numbers of a sender start over after 2³² messages. */
const NUMBER_BITS = 32;
const HINT =
  'Another program publishes on the bus, or a node that uses another key or another version of Guildhall: see The bus in docs/operating-a-cluster.md';

/** head (sender, number, time), MAC */
const MESSAGE = /^1 (([\w-]{16}) (\d{1,10}) (\d{1,15})) ([\w-]{43}) /;
const REPLY = /^1 ([\w-]{43}) /;
/** More than is before the text of a message. */
const HEAD_LENGTH = 100;

type Purpose = 'message' | 'request';
/** What a MAC is for: a kind of message, the subject, and a head or the MAC of a request. */
type MacContext = readonly [purpose: Purpose | 'reply', subject: string, of: string];

interface Subscription {
  readonly receivers: Set<{ readonly receive: (text: string) => void }>;
  readonly unsubscribe: Unsubscribe;
}

export interface AuthenticatedBusOptions {
  readonly bus: Bus;
  /** the secret of the nodes of this cluster, 32 bytes */
  readonly key: Uint8Array;
  /** the time that the nodes agree on, in milliseconds */
  readonly now: () => number;
  /** milliseconds on a clock that is never set */
  readonly elapsed: () => number;
  readonly log: Logger;
}

interface Sender {
  readonly numbers: ReplayWindow;
  /** the time of its newest message */
  newest: number;
}

/**
 * A bus whose messages prove that a node with the key has sent them (docs/operating-a-cluster.md, The bus): HMAC-SHA-256 over
 * what it is for, the subject, sender, number, time and text. Others are dropped and counted. A message counts once: its time
 * has to be of the last minute and after the start of this node, and its number is accepted once for each sender. A
 * reply belongs to one request.
 */
export class AuthenticatedBus implements Bus {
  readonly #key: KeyObject;
  readonly #sender = randomBytes(12).toString('base64url');
  readonly #senders = new Map<string, Sender>();
  /** by subject: a message counts once, so it is examined once for all who subscribe to it */
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #startedAt: number;
  #sent = 0;
  #refused = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: AuthenticatedBusOptions) {
    this.#key = createSecretKey(options.key);
    this.#startedAt = options.now();
  }

  get isConnected(): boolean {
    return this.options.bus.isConnected;
  }

  get connections(): number {
    return this.options.bus.connections;
  }

  /** How many messages were dropped since the start. */
  get refused(): number {
    return this.#refused;
  }

  publish(subject: string, text: string): void {
    this.options.bus.publish(subject, this.#seal('message', subject, text).sealed);
  }

  subscribe(subject: string, receive: (text: string) => void): Unsubscribe {
    const subscribed = this.#subscriptions.get(subject) ?? this.#open(subject);
    const receiver = { receive };
    subscribed.receivers.add(receiver);
    return () => {
      subscribed.receivers.delete(receiver);
      if (subscribed.receivers.size > 0 || this.#subscriptions.get(subject) !== subscribed) return;
      this.#subscriptions.delete(subject);
      subscribed.unsubscribe();
    };
  }

  respond(subject: string, answer: (text: string) => Promise<string | null>): Unsubscribe {
    return this.options.bus.respond(subject, async (sealed) => {
      const request = this.#unseal('request', subject, sealed);
      if (request === null) return null;
      const reply = await answer(request.text);
      return reply === null ? null : this.#sealReply(subject, request.mac, reply);
    });
  }

  async request(subject: string, text: string, timeoutMs: number): Promise<string> {
    const { sealed, mac } = this.#seal('request', subject, text);
    const reply = await this.options.bus.request(subject, sealed, timeoutMs);
    const found = REPLY.exec(reply.slice(0, HEAD_LENGTH));
    const replyText = reply.slice(found?.[0].length ?? 0);
    if (found === null || !this.#isAuthentic(found[1], ['reply', subject, mac], replyText)) {
      this.#refuse(subject, 'not authentic');
      throw new BusError('no-reply');
    }
    return replyText;
  }

  stop(): Promise<void> {
    return this.options.bus.stop();
  }

  #open(subject: string): Subscription {
    const receivers: Subscription['receivers'] = new Set();
    const unsubscribe = this.options.bus.subscribe(subject, (sealed) => {
      const message = this.#unseal('message', subject, sealed);
      if (message !== null) this.#deliver(subject, receivers, message.text);
    });
    const subscription = { receivers, unsubscribe };
    this.#subscriptions.set(subject, subscription);
    return subscription;
  }

  #deliver(subject: string, receivers: Subscription['receivers'], text: string): void {
    for (const each of [...receivers]) {
      // One of them may end the subscription of another.
      if (!receivers.has(each)) continue;
      try {
        each.receive(text);
      } catch (error) {
        this.options.log.error({ err: error, subject }, 'failed to process a message');
      }
    }
  }

  #seal(purpose: Purpose, subject: string, text: string): { readonly sealed: string; readonly mac: string } {
    this.#sent = (this.#sent + 1) % 2 ** NUMBER_BITS;
    const head = `${this.#sender} ${this.#sent} ${Math.round(this.options.now())}`;
    const mac = this.#mac([purpose, subject, head], text).toString('base64url');
    return { sealed: `${VERSION} ${head} ${mac} ${text}`, mac };
  }

  #sealReply(subject: string, requestMac: string, text: string): string {
    return `${VERSION} ${this.#mac(['reply', subject, requestMac], text).toString('base64url')} ${text}`;
  }

  /** @returns null if the message must not have an effect; it is counted */
  #unseal(
    purpose: Purpose,
    subject: string,
    sealed: string,
  ): { readonly text: string; readonly mac: string } | null {
    const [whole = '', head = '', sender = '', number = '', time = '', mac = ''] =
      MESSAGE.exec(sealed.slice(0, HEAD_LENGTH)) ?? [];
    const text = sealed.slice(whole.length);
    if (!this.#isAuthentic(mac, [purpose, subject, head], text))
      return this.#refuse(subject, 'not authentic');
    if (!this.#isCurrent(Number(time))) return this.#refuse(subject, 'its time is not that of this node');
    if (!this.#isNew(sender, Number(number), Number(time))) return this.#refuse(subject, 'repeated');
    return { text, mac };
  }

  #isCurrent(time: number): boolean {
    const now = this.options.now();
    return Math.abs(time - now) <= WINDOW_MS && time >= this.#startedAt - BEFORE_START_MS;
  }

  #isNew(name: string, number: number, time: number): boolean {
    const sender = this.#senders.get(name) ?? this.#addSender(name, time);
    sender.newest = Math.max(sender.newest, time);
    return sender.numbers.accept(number) !== null;
  }

  #addSender(name: string, time: number): Sender {
    // What these have sent is too old to count again.
    const forgotten = this.options.now() - 2 * WINDOW_MS;
    for (const [other, { newest }] of this.#senders) if (newest < forgotten) this.#senders.delete(other);
    const sender = { numbers: new ReplayWindow(NUMBER_BITS), newest: time };
    this.#senders.set(name, sender);
    return sender;
  }

  #isAuthentic(mac: string | undefined, context: MacContext, text: string): boolean {
    const given = Buffer.from(mac ?? '', 'base64url');
    const expected = this.#mac(context, text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** @param context texts without line breaks */
  #mac(context: MacContext, text: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(`${context.join('\n')}\n`)
      .update(text)
      .digest();
  }

  #refuse(subject: string, reason: string): null {
    const { elapsed, log } = this.options;
    this.#refused += 1;
    if (elapsed() - this.#loggedAt >= LOG_MS) {
      this.#loggedAt = elapsed();
      log.warn({ subject, reason, refused: this.#refused, hint: HINT }, 'dropped a bus message');
    }
    return null;
  }
}
