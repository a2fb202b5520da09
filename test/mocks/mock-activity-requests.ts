import { Emitter, type Unsubscribe } from '#guildhall/platform/async/events.js';
import type {
  ActivityRequestEvents,
  ActivityRequests,
  PendingRequest,
} from '#guildhall/rpc/activities/activity-requests.js';

type Face = Pick<ActivityRequests, 'accept' | 'ask' | 'decline' | 'invite' | 'list' | 'on'>;

/** Requests to play together that a test sets, and what was done with them. */
export class MockActivityRequests implements Face {
  listed: PendingRequest[] = [];
  readonly done: string[] = [];
  readonly #events = new Emitter<ActivityRequestEvents>((error) => {
    throw error;
  });

  on<Name extends keyof ActivityRequestEvents>(
    name: Name,
    listener: (event: ActivityRequestEvents[Name]) => void,
  ): Unsubscribe {
    return this.#events.on(name, listener);
  }

  set(listed: PendingRequest[]): void {
    this.listed = listed;
    this.#events.emit('changed', {});
  }

  list(): PendingRequest[] {
    return [...this.listed];
  }

  async ask(userId: string, action: string): Promise<void> {
    this.done.push(`ask ${userId} ${action}`);
  }

  async invite(userId: string): Promise<void> {
    this.done.push(`invite ${userId}`);
  }

  async accept(id: string): Promise<void> {
    this.done.push(`accept ${id}`);
  }

  async decline(id: string): Promise<void> {
    this.done.push(`decline ${id}`);
  }
}
