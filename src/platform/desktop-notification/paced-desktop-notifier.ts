import { Emitter, type Unsubscribe } from '../async/events.js';
import { type Clock, hasPassed } from '../clock.js';
import { messageOf } from '../errors.js';
import type { Logger } from '../log.js';
import { toIsolatedText } from '../text/visible-text.js';
import {
  BODY_LENGTH,
  DEFAULT_ACTION,
  type DesktopNotification,
  type DesktopNotifier,
  type NotifierEvents,
  type NotifierState,
  toShownBody,
} from './desktop-notifier.js';
import type { NotificationBackend } from './notification-backend.js';

/** The minimum time between two changes of one notification, in milliseconds. */
const PACE_MS = 2_000;
/** How long a notification is shown before its actions have an effect, in milliseconds: a click just then was meant for
 * something else. */
const ARMING_MS = 1_000;
/** The longest title, in characters; desktops truncate longer ones. */
const TITLE_LENGTH = 100;

/** One notification: its requested content (null: closed) and what the backend was last asked for. */
interface Slot {
  wanted: DesktopNotification | null;
  shown: DesktopNotification | null;
  /** when the desktop last showed it, in milliseconds since the Unix epoch; null until then */
  shownAt: number | null;
  busy: boolean;
}

/**
 * Brings a backend to the requested state, one change at a time per id and at most one every two seconds. Intermediate
 * requests are skipped but never the last one: a burst can neither flood the desktop nor hide its final state. Each id
 * is paced separately, so that a flood under one id does not delay another.
 */
export class PacedDesktopNotifier implements DesktopNotifier {
  readonly #events: Emitter<NotifierEvents>;
  readonly #slots = new Map<string, Slot>();
  #state: NotifierState = { available: null, reason: null };
  #stopped = false;

  constructor(
    private readonly backend: NotificationBackend,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.#events = Emitter.logging(log, 'desktop notifications');
    backend.onAction((id, key) => this.#choose(id, key));
  }

  on<Name extends keyof NotifierEvents>(
    name: Name,
    listener: (event: NotifierEvents[Name]) => void,
  ): Unsubscribe {
    return this.#events.on(name, listener);
  }

  get state(): NotifierState {
    return this.#state;
  }

  async check(): Promise<NotifierState> {
    if (this.#stopped) return this.#state;
    try {
      if (await this.backend.check()) this.#state = { available: true, reason: null };
    } catch (error) {
      this.#fail(error);
    }
    return this.#state;
  }

  show(id: string, notification: DesktopNotification): void {
    if (this.#stopped) return;
    const slot = this.#slots.get(id) ?? { wanted: null, shown: null, shownAt: null, busy: false };
    this.#slots.set(id, slot);
    slot.wanted = {
      ...notification,
      title: truncate(toIsolatedText(notification.title), TITLE_LENGTH),
      body: truncate(toShownBody(notification.body), BODY_LENGTH),
    };
    this.#update(id, slot);
  }

  withdraw(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    slot.wanted = null;
    this.#update(id, slot);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const shown = [...this.#slots].filter(([, slot]) => slot.shown !== null);
    await Promise.all(shown.map(([id, slot]) => this.#apply(id, slot, null)));
    await this.backend.close().catch((error: unknown) => this.#fail(error));
  }

  /** The desktop closes a notification whose action is chosen. */
  #choose(id: string, key: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined || slot.shown === null || this.#stopped) return;
    const { shown, shownAt } = slot;
    slot.shown = null;
    const action = shown.actions?.find(
      (one) => one.key === key || (key === DEFAULT_ACTION && one.isDefault === true),
    );
    const isArmed = shownAt !== null && hasPassed(this.clock.now(), shownAt, ARMING_MS);
    if (action !== undefined && isArmed) {
      this.#events.emit('action', { id, key: action.key, notification: shown });
    }
    // One that is still wanted is shown again.
    this.#update(id, slot);
  }

  #update(id: string, slot: Slot): void {
    if (slot.busy || this.#stopped || isSame(slot.wanted, slot.shown)) return;
    slot.busy = true;
    void this.#apply(id, slot, slot.wanted).then(() => {
      this.clock.after(PACE_MS, () => {
        slot.busy = false;
        this.#update(id, slot);
      });
    });
  }

  /** Never rejects. A failed change counts as done: the next one may succeed, the same one would fail again. */
  async #apply(id: string, slot: Slot, next: DesktopNotification | null): Promise<void> {
    slot.shown = next;
    slot.shownAt = null;
    try {
      if (next === null) {
        // Says nothing about the desktop: it is not asked to withdraw what it did not show.
        await this.backend.withdraw(id);
        return;
      }
      await this.backend.show(id, next);
      slot.shownAt = this.clock.now();
      this.#state = { available: true, reason: null };
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const reason = messageOf(error);
    if (this.#state.reason !== reason) this.log.info({ reason }, 'desktop notifications are unavailable');
    this.#state = { available: false, reason };
  }
}

function isSame(one: DesktopNotification | null, other: DesktopNotification | null): boolean {
  return one?.title === other?.title && one?.body === other?.body && one?.about === other?.about;
}

function truncate(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
