import type { CommitListener } from '#guildhall/store/commit.js';
import { CommitFailedError, type StoreError } from '#guildhall/store/errors.js';
import type { OpenStore, Store } from '#guildhall/store/store.js';
import { eventually } from '../../helpers/eventually.js';
import { MemoryData } from '../../store/memory/memory-data.js';
import { openMemoryStore } from '../../store/memory/open-memory-store.js';

/** A change that waits for the test. */
interface Held {
  readonly listener: CommitListener | undefined;
  pass(): void;
  reject(error: StoreError): void;
}

/** Lets the changes of guilds and private channels wait, as a disk that does not answer would. */
export class CommitGate {
  #isClosed = false;
  #held: Held[] = [];

  /** Opens a store in memory behind this gate. */
  readonly openStore: OpenStore = async (onError) => {
    const store = openMemoryStore(this.data, onError);
    const { guilds, privateChannels } = store;
    const saveGuild = guilds.save.bind(guilds);
    const savePrivate = privateChannels.save.bind(privateChannels);
    const settled = store.settled.bind(store);
    guilds.save = (save, listener) => {
      // With the version that it has now.
      const now = { ...save, guild: { ...save.guild } };
      return this.#submit(listener, () => saveGuild(now, listener));
    };
    privateChannels.save = (save, listener) => this.#submit(listener, () => savePrivate(save, listener));
    const guarded: Store = {
      ...store,
      settled: (listener, of) => this.#submit(listener, () => settled(listener, of)),
    };
    return guarded;
  };

  constructor(private readonly data = new MemoryData()) {}

  /** From now on changes wait. */
  close(): void {
    this.#isClosed = true;
  }

  /** Waits until so many changes wait. */
  async untilHeld(count: number): Promise<void> {
    await eventually(() => this.#held.length >= count, {
      describe: () => `${this.#held.length} changes wait instead of ${count}`,
    });
  }

  /** Stores what waits and what comes. */
  open(): void {
    this.#isClosed = false;
    for (const { pass } of this.#held.splice(0)) pass();
  }

  /** Stores the first of the changes that wait. */
  passOne(): void {
    this.#held.shift()?.pass();
  }

  /** Refuses what waits, and stores what comes. */
  refuse(error: StoreError = new CommitFailedError('the disk is full', 'SQLITE_BUSY')): void {
    this.#isClosed = false;
    const held = this.#held.splice(0);
    for (const { listener } of held) listener?.refused?.();
    for (const { reject } of held) reject(error);
  }

  #submit(listener: CommitListener | undefined, save: () => Promise<void>): Promise<void> {
    if (!this.#isClosed) return save();
    return new Promise((resolve, reject) => {
      this.#held.push({ listener, pass: () => save().then(resolve, reject), reject });
    });
  }
}
