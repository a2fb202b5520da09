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
  /** Closes the store and opens it again. */
  reopen(): Promise<void>;
}

/** Gives each test of a suite an empty store. Call it in `describe`. */
export function eachWithStore(makePlace: MakePlace): TestedStore {
  const errors: unknown[] = [];
  let place: StorePlace | null = null;
  let store: Store | null = null;
  beforeEach(async () => {
    errors.length = 0;
    place = await makePlace((error) => errors.push(error));
    store = await place.open();
  });
  afterEach(async () => {
    await store?.close();
    await place?.remove();
  });
  const tested = {
    get store() {
      return required(store);
    },
    get place() {
      return required(place);
    },
    errors,
    async reopen() {
      await tested.store.close();
      store = await tested.place.open();
    },
  };
  return tested;
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new TypeError('the store is open during tests only');
  return value;
}
