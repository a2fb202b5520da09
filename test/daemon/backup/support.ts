import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readTar } from '#guildhall/platform/tar/tar-reader.js';
import { TarWriter } from '#guildhall/platform/tar/tar-writer.js';
import { missingPrograms } from '../../hardware/support/programs.js';
import type { TestDaemon } from '../../helpers/daemon.js';

interface Demo {
  readonly guild: { readonly channels: readonly { readonly id: string; readonly type: number }[] };
}

/** The text channel of a new demo guild. */
export async function createChannel(daemon: TestDaemon): Promise<string> {
  const { guild } = await daemon.cli<Demo>('demo');
  const channel = guild.channels.find(({ type }) => type === 0);
  assert.ok(channel !== undefined);
  return channel.id;
}

/** Requests of the person of a daemon to its service. */
export class Person {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async of(daemon: TestDaemon): Promise<Person> {
    const { token } = await daemon.cli<{ token: string }>('whoami');
    return new Person(daemon.runtime.api.url, token);
  }

  /** Sends a message, with a file of random bytes if it has a size. @returns its id and the URL of its file */
  async send(channel: string, content: string, size = 0): Promise<{ id: string; url: string | null }> {
    const form = new FormData();
    form.set('payload_json', JSON.stringify({ content }));
    if (size > 0) form.set('file', new Blob([randomBytes(size)]), 'bytes.bin');
    const message = (await this.#request('POST', `/channels/${channel}/messages`, form)) as {
      id: string;
      attachments: { url: string }[];
    };
    return { id: message.id, url: message.attachments[0]?.url ?? null };
  }

  async delete(channel: string, id: string): Promise<void> {
    await this.#request('DELETE', `/channels/${channel}/messages/${id}`);
  }

  async contents(channel: string): Promise<string[]> {
    const messages = (await this.#request('GET', `/channels/${channel}/messages?limit=100`)) as {
      content: string;
    }[];
    return messages.map(({ content }) => content);
  }

  async #request(method: string, path: string, body?: FormData): Promise<unknown> {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const headers = { authorization: this.token };
      const init = body === undefined ? { method, headers } : { method, headers, body };
      const response = await fetch(`${this.url}${path}`, init);
      const text = await response.text();
      if (response.ok) return text === '' ? null : JSON.parse(text);
      assert.equal(response.status, 429, `${method} ${path}: ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return assert.fail(`${method} ${path} is limited for too long`);
  }
}

/** The names in a home of what a backup or restore needs only while it runs. */
export async function leftovers(home: string): Promise<string[]> {
  return (await readdir(home)).filter((name) => /^(?:backup\.tmp|restore)$/.test(name));
}

/** What a home keeps, by name. */
export function storePath(home: string): string {
  return join(home, 'store.db');
}

/** The names in an archive, as tar lists them; where there is no tar, as a restore reads them. */
export async function listArchive(path: string): Promise<string[]> {
  if (missingPrograms(['tar']) === false) {
    const { stdout } = await promisify(execFile)('tar', ['-tf', path]);
    return stdout.trim().split('\n');
  }
  await using file = await open(path);
  const names = [];
  for await (const { name } of readTar(file)) names.push(name);
  return names;
}

/** Writes an archive with these files and a manifest that lists them. */
export async function writeArchive(
  path: string,
  contents: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  const file = await open(path, 'w');
  try {
    const tar = new TarWriter(file, 0);
    const files: Record<string, object> = {};
    for (const [name, content] of Object.entries(contents)) {
      const bytes = Buffer.from(content);
      files[name] = { size: bytes.length, sha256: await tar.add({ name, size: bytes.length }, [bytes]) };
    }
    const manifest = Buffer.from(JSON.stringify({ format: 1, version: '1', created_at: '', files }));
    await tar.add({ name: 'manifest.json', size: manifest.length }, [manifest]);
    await tar.finish();
  } finally {
    await file.close();
  }
}
