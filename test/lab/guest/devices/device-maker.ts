import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';

/** The program of test/lab/devices, as it stands in the guest; its first lines tell its orders. */
const PROGRAM = '/opt/guildhall/lab-devices';

/** An input device that can be plugged in; test/lab/devices/layouts.h says what each has. */
export type InputKind = 'keyboard' | 'mouse' | 'gamepad' | 'joystick' | 'throttle';

/** A device that is plugged in. Codes are those of linux/input-event-codes.h. */
export class PluggedDevice {
  constructor(
    private readonly maker: DeviceMaker,
    private readonly handle: string,
  ) {}

  /** Presses or releases a key or button. */
  async key(code: number, isPressed: boolean): Promise<void> {
    await this.maker.order(`key ${this.handle} ${code} ${isPressed ? 1 : 0}`);
  }

  /** Moves an axis to a place. */
  async axis(code: number, place: number): Promise<void> {
    await this.maker.order(`abs ${this.handle} ${code} ${place}`);
  }

  /** Moves a mouse or its wheel by so much. */
  async move(code: number, distance: number): Promise<void> {
    await this.maker.order(`rel ${this.handle} ${code} ${distance}`);
  }

  /** Sends a headset's report: its number, then its data. */
  async report(...bytes: readonly number[]): Promise<void> {
    await this.maker.order(`report ${this.handle} ${Buffer.from(bytes).toString('hex')}`);
  }

  async unplug(): Promise<void> {
    await this.maker.order(`unplug ${this.handle}`);
  }
}

/** Plugs devices in, and unplugs at its end those that still are. */
export class DeviceMaker implements AsyncDisposable {
  readonly #program: ChildProcessWithoutNullStreams = spawn(PROGRAM);
  readonly #answers = createInterface({ input: this.#program.stdout })[Symbol.asyncIterator]();

  async plug(kind: InputKind, name: string): Promise<PluggedDevice> {
    return new PluggedDevice(this, await this.order(`${kind} ${name}`));
  }

  /** @param serial without spaces */
  async plugHeadset(name: string, serial: string): Promise<PluggedDevice> {
    return new PluggedDevice(this, await this.order(`headset ${serial} ${name}`));
  }

  /** Gives one order and waits until the kernel has carried it out. @returns what stands behind `ok` */
  async order(line: string): Promise<string> {
    this.#program.stdin.write(`${line}\n`);
    const { value } = await this.#answers.next();
    const [, rest] = /^ok ?(.*)$/.exec(String(value)) ?? assert.fail(`${line}: ${value}`);
    return rest ?? '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = once(this.#program, 'exit');
    this.#program.stdin.end();
    await exited;
  }
}

/** Runs a test with devices of its own. */
export function withDevices(
  run: (maker: DeviceMaker, context: TestContext) => Promise<void>,
): (context: TestContext) => Promise<void> {
  return async (context) => {
    const maker = new DeviceMaker();
    try {
      await run(maker, context);
    } finally {
      await maker[Symbol.asyncDispose]();
    }
  };
}
