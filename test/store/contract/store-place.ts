import { afterEach, beforeEach } from 'node:test';
import type { Store } from '#guildhall/store/store.js';

/** A place that has a store, which outlives the store while it is open. */
export interface StorePlace {
  /** Opens the store, which was closed before. */
  open(): Promise<Store>;
  /** Opens what `Store.backup` wrote. */
  openBackup(path: string): Promise<Store>;
  /** an empty folder of the test's own */
  readonly folder: string;
  /** Removes everything. */
  remove(): Promise<void>;
}

/** Makes a place with an empty store. `onError` receives what listeners of commits throw. */
export type MakePlace = (onError: (error: unknown) => void) => Promise<StorePlace>;

/** The store of the running test. */
export interface TestedStore {
  readonly store: Store;
  readonly place: StorePlace;
  /** what listeners of commits have thrown */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
  /** Closes the store, unless it is closed, and opens it again. */
  reopen(): Promise<void>;
}

/** Gives each test of a suite an empty store. Call it in `describe`. */
export function eachWithStore(makePlace: MakePlace): TestedStore {
  const errors: unknown[] = [];
  let place: StorePlace | null = null;
  let store: Store | null = null;
  let isOpen = false;
  const open = async () => {
    store = await required(place).open();
    isOpen = true;
  };
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await required(store).close();
  };
  beforeEach(async () => {
    errors.length = 0;
    place = await makePlace((error) => errors.push(error));
    await open();
  });
  afterEach(async () => {
    await close();
    await place?.remove();
  });
  return {
    get store() {
      return required(store);
    },
    get place() {
      return required(place);
    },
    errors,
    close,
    async reopen() {
      await close();
      await open();
    },
  };
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new TypeError('the store is open during tests only');
  return value;
}
