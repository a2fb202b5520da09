import type { Clock } from '../../platform/clock.js';
import type { RpcFrame } from '../../protocol/rpc/payload.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { ReadFrame } from '../transport/frame-reader.js';
import { describeReceived, describeSent, describeUnread, type FrameContent } from './describe-frame.js';
import type { FrameObserver } from './frame-traffic.js';
import type { InspectedFrame } from './inspected-frame.js';

/** How long frames are collected before they are shown, in milliseconds. */
const INTERVAL_MS = 50;
/** How many frames are described in one interval; further ones are only counted. */
const MAX_FRAMES = 100;
/** The same, by the length of their text in characters. */
const MAX_TEXT = 256 * 1024;

export interface InspectionListener {
  /** frames in their order, at most every 50 ms */
  frames(frames: readonly InspectedFrame[]): void;
  /** the connection has closed; nothing follows */
  closed(): void;
}

/** Shows the frames of one connection to the person, with bounds on work and memory. */
export class FrameInspection implements FrameObserver {
  #waiting: InspectedFrame[] = [];
  #text = 0;
  #number = 0;
  #cancelTimer: (() => void) | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly listener: InspectionListener,
  ) {}

  received(read: ReadFrame, bytes: number): void {
    this.#add('received', bytes, () =>
      'payload' in read ? describeReceived(read.payload) : describeUnread(read),
    );
  }

  sent(frame: RpcFrame, bytes: number): void {
    this.#add('sent', bytes, () => describeSent(frame));
  }

  closed(): void {
    this.#flush();
    this.listener.closed();
  }

  /** Ends it; frames that wait are dropped. */
  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#waiting = [];
  }

  #add(direction: InspectedFrame['direction'], bytes: number, describe: () => FrameContent): void {
    this.#number += 1;
    if (this.#waiting.length >= MAX_FRAMES || this.#text >= MAX_TEXT) return;
    const content = describe();
    const at = timestamp(this.clock.now());
    this.#waiting.push({ number: this.#number, at, direction, bytes, ...content });
    this.#text += content.text.length;
    this.#cancelTimer ??= this.clock.after(INTERVAL_MS, () => this.#flush());
  }

  #flush(): void {
    const frames = this.#waiting;
    this.stop();
    this.#text = 0;
    if (frames.length > 0) this.listener.frames(frames);
  }
}
