import type { Clock } from '../../platform/clock.js';
import { dispatch } from '../../protocol/rpc/payload.js';
import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import { hasScopes } from '../sessions/authorization.js';
import type { Authorization, RpcSession } from '../sessions/session.js';
import { SharedFrame } from '../subscriptions/shared-frame.js';
import type { Subscriptions } from '../subscriptions/subscriptions.js';
import type { KeyCapturePermissions } from './key-capture-permissions.js';

export interface CaptureListenerOptions {
  readonly subscriptions: Pick<Subscriptions, 'subscribers'>;
  /** the subscription to CAPTURE_SHORTCUT_CHANGE */
  readonly key: string;
  readonly permissions: Pick<KeyCapturePermissions, 'mayListen'>;
  readonly clock: Clock;
}

/**
 * Who receives the keys of a capture (docs/rpc.md, Key capture): the connection that started it, without a
 * subscription, and subscribed connections of the same application and person that may record keys themselves.
 */
export class CaptureListeners {
  /** connections that unsubscribed; they do not receive the keys of their own captures either */
  readonly #unsubscribed = new WeakSet<RpcSession>();

  constructor(private readonly options: CaptureListenerOptions) {}

  /** Must be called when a connection subscribes to or unsubscribes from CAPTURE_SHORTCUT_CHANGE. */
  setSubscribed(session: RpcSession, isSubscribed: boolean): void {
    if (isSubscribed) this.#unsubscribed.delete(session);
    else this.#unsubscribed.add(session);
  }

  /** Sends CAPTURE_SHORTCUT_CHANGE for the capture that a connection started with this authorization. */
  send(session: RpcSession, authorization: Authorization, shortcut: Shortcut): void {
    const { key, subscriptions } = this.options;
    const frame = new SharedFrame(dispatch('CAPTURE_SHORTCUT_CHANGE', { shortcut }));
    if (!this.#unsubscribed.has(session)) session.send(frame);
    for (const other of subscriptions.subscribers(key)) {
      if (other !== session && this.#mayListen(other, session, authorization)) other.send(frame);
    }
  }

  #mayListen(other: RpcSession, { application }: RpcSession, { user }: Authorization): boolean {
    const { clock, permissions } = this.options;
    return (
      other.application.id === application.id &&
      other.authorization?.user.id === user.id &&
      hasScopes(other, ['rpc'], clock.now()) &&
      permissions.mayListen(other)
    );
  }
}
