import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SizedService } from './sized-service.js';
import { type StoreSize, type WrittenStore, writeStore } from './sized-store.js';

/** The stores of some rows and the services on them, made when the first row needs them. */
export class Stage {
  readonly #stores = new Map<StoreSize, Promise<WrittenStore>>();
  readonly #services = new Map<StoreSize, Promise<SizedService>>();

  private constructor(private readonly folder: string) {}

  static async create(): Promise<Stage> {
    return new Stage(await mkdtemp(join(tmpdir(), 'guildhall-growth-')));
  }

  store(size: StoreSize): Promise<WrittenStore> {
    const known = this.#stores.get(size);
    if (known !== undefined) return known;
    const written = writeStore(join(this.folder, `${this.#stores.size}`, 'guildhall.db'), size);
    this.#stores.set(size, written);
    return written;
  }

  /** The service that rows share. Rows that start one of their own come first. */
  service(size: StoreSize): Promise<SizedService> {
    const known = this.#services.get(size);
    if (known !== undefined) return known;
    const started = this.store(size).then((store) => SizedService.start(store));
    this.#services.set(size, started);
    return started;
  }

  async remove(): Promise<void> {
    for (const service of this.#services.values()) await (await service).stop();
    await rm(this.folder, { recursive: true });
  }
}
