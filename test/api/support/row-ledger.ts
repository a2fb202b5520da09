import assert from 'node:assert/strict';
import { EventRecorder, type Heard } from './event-recorder.js';
import type { Row, Told } from './rows.js';
import { type StoredGuild, storedGuild } from './stored-guild.js';
import type { TestService } from './test-service.js';
import type { UsedWorld, World } from './world.js';

/** Tracks the stored guild while the rows of one operation run, and the events its owner receives. */
export class RowLedger<W extends World> {
  #watcher: EventRecorder | null = null;
  #stored: StoredGuild | null = null;

  constructor(private readonly used: UsedWorld<W>) {}

  async open(): Promise<void> {
    await this.used.renew?.();
    await this.#look();
  }

  async close(): Promise<void> {
    await this.#watcher?.close();
  }

  async heard(): Promise<Heard[]> {
    assert.ok(this.#watcher);
    return this.#watcher.heard();
  }

  /** Changes the guild outside of any row. */
  async prepare(change: (service: TestService, world: W) => Promise<unknown>): Promise<void> {
    await this.settle();
    await change(this.used.service, this.used.world);
    await this.#watcher?.close();
    await this.#look();
  }

  /** Restarts the service and makes sure that what is stored is what was, changed as told. */
  async settle(change?: Row<W>['stored'], told?: Told<W>): Promise<void> {
    const expected = change === null ? null : structuredClone(this.#stored);
    if (change && told && expected !== null) change(expected, told);
    await this.used.service.restart();
    await this.#look();
    assert.deepEqual(this.#stored, expected, 'what is stored');
  }

  async #look(): Promise<void> {
    const { service, world } = this.used;
    this.#watcher = await EventRecorder.start(service, world.owner ?? world.bot);
    this.#stored = await storedGuild(service, world);
  }
}
