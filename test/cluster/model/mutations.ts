import { ALL_RULES, type DatabaseRules } from './simulated-database.js';

/** What a node of the model leaves out; all false is the code as it is. */
export interface NodeFaults {
  /** a commit is sent as long as the node's own clock says that the lease lasts; the epoch is not checked */
  readonly trustsItsClock: boolean;
  /** memory is read without asking whether the lease still lasts */
  readonly readsWithoutLease: boolean;
  /** after a renewal without a reply the guilds that it still owns are not listed */
  readonly trustsRenewals: boolean;
  /** a guild stays in memory, and its lease, after a commit of it was refused or its outcome is unknown */
  readonly keepsRefused: boolean;
  /** a guild stays in memory when its lease is lost, and commits have the epoch of the newest lease */
  readonly keepsLost: boolean;
  /** the reply of an earlier attempt is looked for before the guild is taken */
  readonly looksBeforeTaking: boolean;
  /** a message about a change is published before its commit */
  readonly publishesFirst: boolean;
  /** missing entries are not read: what arrives is delivered */
  readonly skipsGaps: boolean;
  /** a session that moves continues after the newest entry, not after what its client received */
  readonly movesToHead: boolean;
}

/** A fault of the design that the model has to find. */
export interface Mutation {
  readonly database: DatabaseRules;
  readonly node: NodeFaults;
}

const NO_FAULTS: NodeFaults = {
  trustsItsClock: false,
  readsWithoutLease: false,
  trustsRenewals: false,
  keepsRefused: false,
  keepsLost: false,
  looksBeforeTaking: false,
  publishesFirst: false,
  skipsGaps: false,
  movesToHead: false,
};

/** The code as it is. */
export const UNCHANGED: Mutation = { database: ALL_RULES, node: NO_FAULTS };

function withNode(fault: Partial<NodeFaults>, database: Partial<DatabaseRules> = {}): Mutation {
  return { database: { ...ALL_RULES, ...database }, node: { ...NO_FAULTS, ...fault } };
}

/** A fault, what it violates, and the seed of a schedule that shows it. */
type ListedMutation = readonly [title: string, mutation: Mutation, violates: RegExp, seed: number];

/** A seed that no longer shows its fault, because the model has changed, is replaced by the one that the test then finds. */
export const MUTATIONS: readonly ListedMutation[] = [
  [
    'a lost update without the epoch check',
    withNode({}, { checksEpoch: false }),
    /stale owner|lost update/,
    12,
  ],
  [
    'a stale write if a node judges its lease by its own clock',
    withNode({ trustsItsClock: true }, { checksEpoch: false }),
    /stale owner|lost update/,
    12,
  ],
  [
    'a stale write if the owner is not locked until the commit',
    withNode({}, { locksOwner: false }),
    /stale owner|lost update/,
    48,
  ],
  [
    'a lost update, or a guild that cannot be changed, if a state outlives its lease',
    withNode({ keepsLost: true }),
    /lost update|service/,
    1,
  ],
  [
    'a lost update, or a guild that cannot be changed, if a refused change stays in memory',
    withNode({ keepsRefused: true }),
    /lost update|service/,
    1,
  ],
  ['a request that acts twice without its key', withNode({}, { storesKeys: false }), /acted twice/, 31],
  [
    'a refusal of a change that is stored, if its reply is looked for before the guild is taken',
    withNode({ looksBeforeTaking: true }),
    /answered as refused, but it is stored/,
    314,
  ],
  [
    'an event of a change that was not stored, if it is published first',
    withNode({ publishesFirst: true }),
    /event/,
    1,
  ],
  [
    'an event that is missing or out of order if gaps are not filled',
    withNode({ skipsGaps: true }),
    /event/,
    1,
  ],
  [
    'an event that is missing if a session moves to the newest one',
    withNode({ movesToHead: true }),
    /event/,
    9,
  ],
  [
    'a read that misses a change if the lease is not asked',
    withNode({ readsWithoutLease: true }),
    /stale read/,
    31,
  ],
  [
    'a read that misses a change if the lease of the owner is not locked while a guild is taken',
    withNode({}, { locksLease: false }),
    /stale read/,
    3599,
  ],
  [
    'a read that misses a change if a renewal without a reply is taken for granted',
    withNode({ trustsRenewals: true }),
    /stale read/,
    300,
  ],
];
