import type { Unsubscribe } from '../../platform/async/events.js';
import type { Component } from '../../platform/lifecycle.js';

/** The longest text of a message, in bytes of UTF-8. */
export const MAX_MESSAGE_BYTES = 512 * 1024;
/** The same with what authenticates the message. */
export const MAX_SEALED_BYTES = MAX_MESSAGE_BYTES + 128;

/**
 * Carries messages between nodes (docs/adr/0045-forwarded-requests.md). A message arrives at most once, and messages of one
 * sender with one subject in their order; any of them may be lost. Nothing depends on more than that. Subjects are words
 * of letters, digits, `-` and `_`, joined by periods. `test/cluster/bus/contract.ts` runs against every implementation.
 */
export interface Bus extends Component {
  /** Whether messages can be sent to other nodes at the moment. */
  readonly isConnected: boolean;
  /** How many connections there have been: between two of them messages may have been lost. */
  readonly connections: number;
  /** Sends a message to all subscribers, also of this node. It is lost without a connection, and if it is too long. */
  publish(subject: string, text: string): void;
  /** @param receive called for each message, in turn; an exception goes to the log */
  subscribe(subject: string, receive: (text: string) => void): Unsubscribe;
  /** Answers requests. One that `answer` throws for, or gives null for, gets no reply. */
  respond(subject: string, answer: (text: string) => Promise<string | null>): Unsubscribe;
  /**
   * Sends a request to the one that responds to a subject.
   *
   * @param timeoutMs how long to wait for the reply, in milliseconds
   * @throws {BusError}
   */
  request(subject: string, text: string, timeoutMs: number): Promise<string>;
}

/** Whether a text does not fit into a message. @param bytes the maximum length in bytes of UTF-8 */
export function isTooLong(text: string, bytes = MAX_MESSAGE_BYTES): boolean {
  // Each code unit takes one byte at least and three at most.
  if (text.length > bytes) return true;
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes;
}

/** A request got no reply. */
export class BusError extends Error {
  override readonly name = 'BusError';

  /** @param reason `not-sent`: nobody received the request; `no-reply`: somebody may have */
  constructor(readonly reason: 'not-sent' | 'no-reply') {
    super(reason === 'not-sent' ? 'the request could not be sent' : 'the request was not answered in time');
  }
}
