import type { ReceivedFrame } from '#guildhall/hardware/audio/call/call.js';
import type { JitterBuffer, NextSound } from '#guildhall/hardware/audio/playback/jitter-buffer.js';
import { packetOf } from './mock-opus.js';

/** The nth packet of 20 ms of a user. */
export function frameOf(index: number, options: Partial<ReceivedFrame> = {}): ReceivedFrame {
  return {
    userId: '1',
    sequence: (65_530 + index) & 0xffff,
    timestamp: (4_294_960_000 + index * 960) >>> 0,
    opus: packetOf(index % 255),
    ...options,
  };
}

/** A packet and when it arrives, in milliseconds. */
export interface Arrival {
  readonly at: number;
  readonly frame: ReceivedFrame;
}

/** Packets that arrive on time, one every 20 ms. */
export function regular(count: number, from = 0): Arrival[] {
  return Array.from({ length: count }, (_, index) => ({
    at: (from + index) * 20,
    frame: frameOf(from + index),
  }));
}

/** A part of what a buffer gave: `packet 3`, `lost`, `recoverable`, `late`, `silence`. */
export interface Played {
  readonly at: number;
  readonly sound: string;
}

/** Plays a buffer at the pace of a device: a step of 10 ms at a time. @param until in milliseconds */
export function playThrough(
  buffer: JitterBuffer,
  arrivals: readonly Arrival[],
  until: number,
  from = 0,
): Played[] {
  const waiting = arrivals.toSorted((a, b) => a.at - b.at);
  const played: Played[] = [];
  let samples = 0;
  for (let now = from; now < until; now += 10) {
    while (waiting[0] !== undefined && waiting[0].at <= now) {
      const [{ frame, at }] = waiting.splice(0, 1) as [Arrival];
      buffer.push(frame, at);
    }
    while (samples < 480) {
      const next = buffer.next(now);
      played.push({ at: now, sound: describe(next) });
      samples += samplesOf(next);
    }
    samples -= 480;
  }
  return played;
}

/** How packets from one number up to another, without the latter, are described when they are played. */
export const packets = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `packet ${(from + index) % 255}`);

/** What was played without the silence around it. */
export function soundOf(played: readonly Played[]): string[] {
  return played.map(({ sound }) => sound).filter((sound) => sound !== 'silence');
}

function samplesOf(next: NextSound): number {
  if (next.type === 'packet') return next.packet.samples;
  return next.type === 'lost' ? next.samples : 480;
}

function describe(next: NextSound): string {
  if (next.type === 'packet') {
    const { opus } = next.packet;
    return `packet ${opus.length === 3 ? 'of silence' : opus[1]}`;
  }
  if (next.type === 'lost') return next.next === null ? 'lost' : 'recoverable';
  return next.type;
}
