import type { Writable } from 'node:stream';
import { RewritableMessage } from '../../net/rewritable-message.js';
import type { EncodedEvent } from './encoded-event.js';
import type { FrameFormat } from './frame-format.js';

/** Writes events to uncompressed connections. The newest event is written to one session after the other. */
export class DispatchWriter {
  #event: EncodedEvent | null = null;
  /** the messages of the event, by the length of their end */
  readonly #messages = new Map<FrameFormat, Map<number, RewritableMessage>>();

  /** @param connection the stream below the WebSocket */
  write(connection: Writable, event: EncodedEvent, format: FrameFormat, sequence: number): void {
    if (event !== this.#event) {
      this.#messages.clear();
      this.#event = event;
    }
    let messages = this.#messages.get(format);
    if (messages === undefined) {
      messages = new Map();
      this.#messages.set(format, messages);
    }
    const end = format.own(sequence);
    let message = messages.get(end.length);
    if (message === undefined) {
      message = new RewritableMessage(format.encoding.binary, event.shared(format), end.length);
      messages.set(end.length, message);
    }
    message.sendTo(connection, end);
  }
}
