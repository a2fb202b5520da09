import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** The paragraph that the kernel shows of an input device of this name. */
export function inputDevice(name: string): string | undefined {
  const all = readFileSync('/proc/bus/input/devices', 'utf8').split('\n\n');
  return all.find((one) => one.includes(`"${name}"`));
}

/** The file of /dev that an input device of this name is read from. */
export function eventNode(name: string): string {
  const [event] = /event\d+/.exec(inputDevice(name) ?? '') ?? [];
  assert.ok(event, `no ${name} is plugged in`);
  return `/dev/input/${event}`;
}
