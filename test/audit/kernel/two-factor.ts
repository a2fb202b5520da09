import { createHmac } from 'node:crypto';
import type { DaemonProcess } from './daemon-process.js';
import { textAt } from './json.js';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** Gives the daemon's person two-factor authentication, as they would with an authenticator app. */
export async function enrollPerson(daemon: DaemonProcess): Promise<void> {
  const id = textAt(await daemon.cli('whoami'), 'id');
  const secret = textAt(await daemon.cli('users', 'two-factor', 'enable', id), 'secret');
  const code = totp(fromBase32(secret), Math.floor(Date.now() / STEP_MS));
  await daemon.cliWithInput(`${code}\n`, 'users', 'two-factor', 'confirm', id);
}

/** The code of a time step (RFC 6238, six digits, SHA-1). */
function totp(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')].map((letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/[01]{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
