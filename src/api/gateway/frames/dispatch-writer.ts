import type { Writable } from 'node:stream';
import { RewritableMessage } from '../../../net/websocket/rewritable-message.js';
import type { EncodedEvent } from './encoded-event.js';
import type { FrameFormat } from './frame-format.js';

/** The newest event as one session gets it. */
interface Dispatch {
  readonly format: FrameFormat;
  readonly sequence: number;
  readonly message: RewritableMessage;
  /** the end of the message */
  readonly end: ArrayLike<number>;
}

/** Writes events to uncompressed connections. The newest event is written to one session after the other. */
export class DispatchWriter {
  #event: EncodedEvent | null = null;
  /** the messages of the event, by the length of their end */
  readonly #messages = new Map<FrameFormat, Map<number, RewritableMessage>>();
  /** of the session before: sessions that received the same events have the same sequence number */
  #latest: Dispatch | null = null;

  /** @param connection the stream below the WebSocket */
  write(connection: Writable, event: EncodedEvent, format: FrameFormat, sequence: number): void {
    if (event !== this.#event) {
      this.#messages.clear();
      this.#event = event;
      this.#latest = null;
    }
    let dispatch = this.#latest;
    if (dispatch?.sequence !== sequence || dispatch.format !== format) {
      dispatch = this.#prepare(event, format, sequence);
      this.#latest = dispatch;
    }
    dispatch.message.sendTo(connection, dispatch.end);
  }

  #prepare(event: EncodedEvent, format: FrameFormat, sequence: number): Dispatch {
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
    return { format, sequence, message, end };
  }
}
