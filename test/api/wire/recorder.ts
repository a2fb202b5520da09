import assert from 'node:assert/strict';
import type { GatewayClient } from '../support/gateway-client.js';
import { dataUri, jpeg, png } from '../support/jpeg.js';
import type { TestService } from '../support/test-service.js';

/** A request of a recording: who sends it, its line, its body. */
export interface Step {
  readonly as?: string;
  readonly line: string;
  readonly json?: unknown;
  readonly form?: Record<string, string>;
  readonly reason?: string;
  /** keeps a field of the reply, e.g. `id`, under this name for `{name}` in later steps */
  readonly keep?: Record<string, string>;
}

/** Headers of replies that a client reads. */
const HEADERS = [
  'content-type',
  'allow',
  'cache-control',
  'location',
  'www-authenticate',
  'x-ratelimit-limit',
];
/** Members of JSON whose values are random, or of this machine. */
const RANDOM =
  /"(access_token|refresh_token|rpc_token|token|session_id|discriminator|location|url|resume_gateway_url)":"[^"]*"/g;
/** Secrets and hashes of them. */
const SECRET = /"(?:[0-9a-f]{64}|[\w-]{43})"/g;

/** Writes down, byte for byte, what a service answers and sends. Random values become their names. */
export class Recorder {
  readonly lines: string[] = [];
  readonly #kept = new Map<string, string>();

  constructor(private readonly service: TestService) {}

  keep(name: string, value: string): void {
    this.#kept.set(name, value);
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.#request(step);
  }

  /** Adds all that a connection has received, without heartbeats. */
  frames(name: string, gateway: GatewayClient): void {
    for (const frame of gateway.frames) {
      if (frame.op === 11) continue;
      this.lines.push(`${name} < ${this.#withoutRandom(JSON.stringify(frame))}`);
    }
  }

  /** A text with the values that were kept. */
  fill(text: string): string {
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = this.#kept.get(name);
      assert.ok(value !== undefined, `${name} was kept`);
      return value;
    });
  }

  async #request({ as, line, json, form, reason, keep }: Step): Promise<void> {
    const [method = '', path = ''] = line.split(' ');
    const body =
      json === undefined
        ? undefined
        : this.fill(JSON.stringify(json).replaceAll('"{', '"\u0000{')).replaceAll('\u0000', '');
    const fields =
      form &&
      new URLSearchParams(
        Object.entries(form).map(([key, value]): [string, string] => [key, this.fill(value)]),
      );
    const response = await fetch(`${this.service.url}${this.fill(path)}`, {
      method,
      headers: {
        ...(as !== undefined && { authorization: this.fill(as) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(reason !== undefined && { 'x-audit-log-reason': reason }),
      },
      ...(body !== undefined && { body }),
      ...(fields !== undefined && { body: fields }),
      redirect: 'manual',
    });
    const text = await response.text();
    for (const [name, field] of Object.entries(keep ?? {})) {
      const value: unknown = JSON.parse(text)[field];
      assert.equal(typeof value, 'string', `${line} gives ${field}: ${text}`);
      this.#kept.set(name, value as string);
    }
    const headers = HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : `${name}: ${value}`;
    });
    this.lines.push(`${as ?? '-'} > ${line}`);
    this.lines.push(`  ${response.status} ${this.#withoutRandom(headers.join('; '))}`);
    if (text !== '') this.lines.push(`  ${this.#withoutRandom(text)}`);
  }

  #withoutRandom(text: string): string {
    const invite = this.#kept.get('invite');
    return (invite === undefined ? text : text.replaceAll(invite, '{invite}'))
      .replaceAll(RANDOM, (_, name: string) => `"${name}":"…"`)
      .replaceAll(SECRET, '"…"')
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1');
  }
}

/** Small images as data URIs: an icon, and an emoji. */
export const ICON = dataUri(jpeg(128, 128), 'image/jpeg');
export const IMAGE = dataUri(png(32, 32), 'image/png');
