import { BackOff } from '../../platform/async/back-off.js';
import { sleep } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Fence } from '../cluster.js';
import { CommitFailedError, ConflictError, type StoreError } from '../errors.js';
import { type BatchedChange, type Committer, firstVersions, type Refused } from '../sql/committer.js';
import type { Write } from '../sql/writes.js';
import type { CommitSession, RunStep } from './commit-session.js';
import { type BoundStatement, compileWrites, requireCondition, requireVersions } from './compile-writes.js';
import { isRepeatable, StatementError } from './statement-error.js';
import { compileVoice } from './voice-states.js';

/** How often a batch is tried; of transactions that conflict with each other, one is committed each time. */
const ATTEMPTS = 20;
/**
 * How long it waits before that, in milliseconds. One that conflicts is repeated in vain until the other is on the disk,
 * which is when its changes become visible.
 */
const PAUSE = { firstMs: 2, longestMs: 200 };

/**
 * Stores each batch in one transaction whose statements are sent at once. If one fails, the changes of the batch are
 * stored in steps, which show whose requirement is not met.
 */
export class PostgresCommitter implements Committer {
  constructor(
    private readonly session: CommitSession,
    private readonly clock: Clock,
  ) {}

  async commit<Change extends BatchedChange>(batch: readonly Change[]): Promise<Refused<Change>> {
    const statements = compileBatch(batch);
    if (statements?.length === 0) return new Map();
    const backOff = new BackOff(PAUSE, Math.random);
    let isWhole = statements !== null;
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (!isWhole || statements === null) return await this.#commitEach(batch, attempt > 2);
        await this.session.run(statements);
        return new Map();
      } catch (error) {
        const isOfChange = error instanceof StatementError && (error.conflict !== null || error.isRefusal);
        if ((!isOfChange && !isRepeatable(error)) || attempt >= ATTEMPTS) throw error;
        if (isOfChange) isWhole = false;
        else await sleep(this.clock, backOff.next());
      }
    }
  }

  /** @param isFinal whether what breaks the schema is refused; before, another transaction may be the reason */
  async #commitEach<Change extends BatchedChange>(
    batch: readonly Change[],
    isFinal: boolean,
  ): Promise<Refused<Change>> {
    const refused = new Map<Change, StoreError>();
    const refusedSubjects = new Set<Snowflake>();
    await this.session.runSteps(async (runStep) => {
      for (const change of batch) {
        const id = change.requirements.subject?.id;
        const isFollower = id !== undefined && refusedSubjects.has(id);
        const error = isFollower ? new ConflictError('version') : await store(change, runStep, isFinal);
        if (error === null) continue;
        refused.set(change, error);
        if (id !== undefined) refusedSubjects.add(id);
      }
    });
    return refused;
  }
}

async function store(change: BatchedChange, runStep: RunStep, isFinal: boolean): Promise<StoreError | null> {
  const statements = compileBatch([change]) ?? [];
  const failure = statements.length === 0 ? null : await runStep(statements);
  if (failure === null) return null;
  if (failure.conflict !== null) return new ConflictError(failure.conflict);
  if (!failure.isRefusal || !isFinal) throw failure;
  return new CommitFailedError(`the change was not stored: ${failure.message}`, failure.code);
}

/**
 * The statements of a batch: each requirement after the changes before it, and writes together as far as possible. Null
 * if a change expects a version that the changes before it do not leave.
 */
function compileBatch(batch: readonly BatchedChange[]): BoundStatement[] | null {
  const expected = firstVersions(batch);
  if (expected === null) return null;
  const statements: BoundStatement[] = [];
  let writes: Write[] = [];
  for (const change of batch) {
    const { conditions = [] } = change.requirements;
    if (conditions.length > 0) {
      statements.push(...compileWrites(writes), ...conditions.map(requireCondition));
      writes = [];
    }
    for (const write of change.writes) writes.push(write);
  }
  statements.push(...compileWrites(writes));
  const fences = compileFences(batch);
  if (expected.size === 0) return fences.length === 0 ? statements : [...fences, ...statements];
  const conflict = batch[0]?.requirements.subject?.conflict;
  return [...fences, requireVersions(expected, conflict), ...statements];
}

/** In the order of guilds, which all nodes share, so that no two transactions wait for each other. */
const FENCE = `SELECT fence_guild(guild_id, epoch, number, entry) FROM (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) WITH ORDINALITY
    AS given(guild_id, epoch, number, entry, position) ORDER BY guild_id, position) AS ordered`;
const OWN_NEW =
  'SELECT own_new_guild(guild_id, node) FROM unnest($1::bigint[], $2::text[]) AS given(guild_id, node)';
const STORE_REPLIES =
  'SELECT store_reply(key, reply) FROM unnest($1::text[], $2::text[]) AS given(key, reply)';

interface FencedGuild {
  readonly guildId: Snowflake;
  readonly fence: Fence;
}

/**
 * Statements that end the transaction unless each fenced change is one of the guild's owner, and of a request that was
 * not carried out before; they add the entries, the replies and the voice states (docs/adr/0044-one-owner-per-guild.md).
 */
function compileFences(batch: readonly BatchedChange[]): BoundStatement[] {
  const fenced: FencedGuild[] = [];
  for (const { requirements } of batch) {
    const { fence, subject } = requirements;
    if (fence !== undefined && subject !== undefined) fenced.push({ guildId: subject.id, fence });
  }
  if (fenced.length === 0) return [];
  const created = fenced.filter(({ fence }) => fence.creator !== undefined);
  const requests = fenced.flatMap(({ fence }) => fence.request ?? []);
  const guilds: BoundStatement = {
    text: FENCE,
    values: [
      fenced.map(({ guildId }) => guildId),
      fenced.map(({ fence }) => fence.epoch),
      fenced.map(({ fence }) => fence.entry?.sequence ?? null),
      fenced.map(({ fence }) => fence.entry?.text ?? null),
    ],
    conflict: 'owner',
  };
  const owners: BoundStatement = {
    text: OWN_NEW,
    values: [created.map(({ guildId }) => guildId), created.map(({ fence }) => fence.creator ?? '')],
    conflict: 'owner',
  };
  const voice = compileVoice(batch);
  const replies: BoundStatement = {
    text: STORE_REPLIES,
    values: [requests.map(({ key }) => key), requests.map(({ reply }) => reply)],
    conflict: 'repeated',
  };
  return [
    ...(created.length === 0 ? [] : [owners]),
    guilds,
    ...(requests.length === 0 ? [] : [replies]),
    ...voice,
  ];
}
