import Type, { type Static } from 'typebox';
import type { InputMeter } from '../../hardware/hardware.js';
import type { Clock } from '../../platform/clock.js';
import { Nullable } from '../../protocol/schema.js';

/** The interval of levels, in milliseconds: enough for a smooth meter. */
const INTERVAL_MS = 40;

/** The level of the person's input, in dB of full scale. */
export const MeterSchema = Type.Object({
  level: Type.Number({ minimum: -100, maximum: 0 }),
  /** the level above which it is sent; null: not decided by a fixed level */
  threshold: Nullable(Type.Number({ minimum: -100, maximum: 0 })),
  /** whether it is being sent, or would be */
  is_open: Type.Boolean(),
});
export type Meter = Static<typeof MeterSchema>;

/** Passes on at most 25 levels a second, each the loudest since the one before. */
export class MeterFeed {
  #loudest = -100;
  #wasOpen = false;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly emit: (meter: Meter) => void,
  ) {}

  report({ isOpen, level, threshold }: InputMeter): void {
    this.#loudest = Math.max(this.#loudest, level);
    this.#wasOpen ||= isOpen;
    const now = this.clock.now();
    // The system's time may be set back.
    if (Math.abs(now - this.#sentAt) < INTERVAL_MS) return;
    const meter = {
      level: tenths(this.#loudest),
      threshold: threshold && tenths(threshold),
      is_open: this.#wasOpen,
    };
    this.#sentAt = now;
    this.#loudest = -100;
    this.#wasOpen = false;
    this.emit(meter);
  }
}

function tenths(level: number): number {
  return Math.round(level * 10) / 10;
}
