import { coalesceRuns } from '../../platform/async/coalesce.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { type Snowflake, snowflakeTime } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import type { AttachmentFolder } from './attachment-folder.js';
import { type AttachmentQuota, BLOCK_BYTES, occupiedBytes } from './attachment-quota.js';

/** The number of files that are removed or looked up together. */
const BATCH = 500;

export interface AttachmentRemovalOptions {
  readonly store: Pick<Store, 'attachments'>;
  readonly folder: AttachmentFolder;
  readonly quota: AttachmentQuota;
  readonly log: Logger;
  /** files that were begun later, in milliseconds since the Unix epoch, may be uploads of other processes */
  readonly unknownBefore: number;
}

/**
 * Removes files of deleted attachments. The store lists them in the transaction that deletes their messages, so that
 * none is lost in a crash; this removes them afterwards (docs/adr/0017-attachments.md).
 */
export class AttachmentRemoval implements Component {
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  readonly #wake = coalesceRuns(() => {
    this.#running = this.#removeUnlessStopped();
    return this.#running;
  });

  private constructor(private readonly options: AttachmentRemovalOptions) {}

  /**
   * Synchronizes folder and store: counts stored files, and removes files of deleted messages and of incomplete
   * uploads. Uploads must wait until it ends.
   */
  static async start(options: AttachmentRemovalOptions): Promise<AttachmentRemoval> {
    const { store, quota } = options;
    for (const { userId, bytes } of await store.attachments.usage(BLOCK_BYTES)) quota.add(userId, bytes);
    const removal = new AttachmentRemoval(options);
    await removal.#removeListed();
    await removal.#removeUnknown();
    store.attachments.listenForRemovals(() => removal.#wake());
    return removal;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #removeUnlessStopped(): Promise<void> {
    if (this.#stopped) return;
    try {
      await this.#removeListed();
    } catch (err) {
      // They stay listed for the next removal or start.
      this.options.log.warn({ err }, 'failed to remove files of deleted messages');
    }
  }

  async #removeListed(): Promise<void> {
    const { store, folder, quota } = this.options;
    for (;;) {
      const files = await store.attachments.removed(BATCH);
      if (files.length === 0) return;
      for (const { id } of files) await folder.remove(id);
      await store.attachments.forgetRemoved(files.map(({ id }) => id));
      for (const { userId, size } of files) quota.release(userId, occupiedBytes(size));
    }
  }

  async #removeUnknown(): Promise<void> {
    let batch: Snowflake[] = [];
    for await (const id of this.options.folder.ids()) {
      batch.push(id);
      if (batch.length < BATCH) continue;
      await this.#removeUnknownOf(batch);
      batch = [];
    }
    await this.#removeUnknownOf(batch);
  }

  async #removeUnknownOf(ids: readonly Snowflake[]): Promise<void> {
    const { folder, store, unknownBefore } = this.options;
    const known = await store.attachments.existing(ids);
    for (const id of ids) {
      if (!known.has(id) && snowflakeTime(id) < unknownBefore) await folder.remove(id);
    }
  }
}
