import { Emitter } from '../../platform/async/events.js';
import { TokenBucket } from '../../platform/async/token-bucket.js';
import { waitUntil } from '../../platform/async/wait-until.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { User } from '../../protocol/objects/user.js';
import type { ChatEvents } from '../client.js';
import type { GatewayListener } from '../gateway/gateway-connection.js';
import type { Ready } from '../gateway/gateway-frames.js';
import { LiveChatState } from './chat-state.js';
import { applyDispatch, type DispatchTarget } from './dispatch-table.js';
import { OwnVoiceChannel } from './own-voice-channel.js';
import { SelectedTextChannel } from './selected-text-channel.js';

/** Warnings per minute about events of the service that cannot be applied. */
const WARNINGS_PER_MINUTE = 10;

/** The chat state of the signed-in person, as received from the gateway, and the events derived from it. */
export class LiveChat implements DispatchTarget, GatewayListener {
  readonly state = new LiveChatState(() => this.#user?.id ?? null);
  readonly events: Emitter<ChatEvents>;
  readonly awaited = new Set<string>();
  readonly ownVoiceChannel: OwnVoiceChannel;
  readonly selectedTextChannel: SelectedTextChannel;
  /** limits the warnings, because a service may send any number of events that cannot be applied */
  readonly #warnings: TokenBucket;
  #user: User | null = null;
  #connected = false;
  #isRefused = false;
  /** whether the session receives changes of applications */
  #hasApplicationUpdates = false;

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    const { state } = this;
    this.events = new Emitter((error) => {
      // An event without fields that a listener needs makes it fail.
      if (this.#warnings.take()) log.error({ err: error, source: 'chat' }, 'event listener failed');
    });
    this.events.on('userUpdate', ({ user }) => {
      if (user.id === this.#user?.id) this.#user = user;
    });
    this.ownVoiceChannel = new OwnVoiceChannel({
      state,
      events: this.events,
      me: () => this.#user?.id ?? null,
      isConnected: () => this.#connected,
    });
    this.selectedTextChannel = new SelectedTextChannel({ state, isComplete: () => this.awaited.size === 0 });
    this.#warnings = new TokenBucket(WARNINGS_PER_MINUTE / 60, WARNINGS_PER_MINUTE, () => clock.now());
  }

  /** the signed-in person; null before the first sign-in succeeded */
  get user(): User | null {
    return this.#user;
  }

  /** whether the service does not accept the person's token */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  get isConnected(): boolean {
    return this.#connected;
  }

  /** whether every change of applications at the service is received at once */
  get reportsApplicationChanges(): boolean {
    return this.#connected && this.#hasApplicationUpdates;
  }

  /** Starts with an empty state for a person who signs in; the previous connection must have ended. */
  signIn(user: User): void {
    this.state.clear();
    this.selectedTextChannel.select(null);
    this.#user = user;
    this.#isRefused = false;
    this.events.emit('signIn', { user });
  }

  /** Waits until everything announced at sign-in has arrived, at most `ms` milliseconds. */
  async waitUntilComplete(ms: number): Promise<void> {
    const look = () => (this.#connected && this.awaited.size === 0 ? true : undefined);
    if (look()) return;
    const { clock, events } = this;
    const listen = (again: () => void) => [events.on('connection', again), events.on('guildCreate', again)];
    await waitUntil({ look, listen, clock, ms });
  }

  ready(ready: Ready): void {
    this.#user = ready.user;
    const before = this.state.guilds();
    this.state.clear();
    this.awaited.clear();
    for (const channel of ready.private_channels ?? []) this.#addKnownChannel(channel);
    for (const { id } of ready.guilds) this.awaited.add(id);
    for (const { id } of before) if (!this.awaited.has(id)) this.events.emit('guildDelete', { id });
    this.selectedTextChannel.review();
    this.#hasApplicationUpdates = ready.application_updates === true;
    this.events.emit('newSession', {});
    // Changes before the new session were missed.
    this.events.emit('applicationsChanged', {});
  }

  dispatch(name: string, data: unknown): void {
    this.#apply(this, name, data);
    this.selectedTextChannel.review();
  }

  connectionChanged(connected: boolean): void {
    if (this.#connected === connected) return;
    this.#connected = connected;
    this.events.emit('connection', { connected });
    this.ownVoiceChannel.review();
  }

  rejected(): void {
    this.#isRefused = true;
    this.log.warn('the service refused the token of the signed-in person');
  }

  /** Private channels of READY fire no event, because they are not new. */
  #addKnownChannel(channel: unknown): void {
    const { awaited, ownVoiceChannel, state } = this;
    const silent = { state, awaited, ownVoiceChannel, events: { emit: () => undefined } };
    this.#apply(silent, 'CHANNEL_CREATE', channel);
  }

  #apply(target: DispatchTarget, name: string, data: unknown): void {
    try {
      applyDispatch(target, name, data);
    } catch (error) {
      // An event that cannot be applied is skipped: a new connection would bring it again.
      if (this.#warnings.take())
        this.log.warn({ err: error, event: name }, 'failed to apply a gateway event');
    }
  }
}
