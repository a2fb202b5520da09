import { writeFile } from 'node:fs/promises';

/** Sound of each user, as it arrived: stereo, 16-bit little-endian at 48 kHz. */
export class Recordings {
  readonly #byUser = new Map<string, Buffer[]>();

  /** @returns whether the user was not recorded before */
  start(user: string): boolean {
    if (this.#byUser.has(user)) return false;
    this.#byUser.set(user, []);
    return true;
  }

  /** What arrives of users who are not recorded is left out. */
  add(user: string, sound: Buffer): void {
    this.#byUser.get(user)?.push(Buffer.from(sound));
  }

  /** @returns the number of bytes */
  async save(user: string, path: string): Promise<number> {
    const sound = Buffer.concat(this.#byUser.get(user) ?? []);
    await writeFile(path, sound);
    return sound.length;
  }
}
