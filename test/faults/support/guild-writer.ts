import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { CHANNEL_OPERATIONS } from './channel-operations.js';
import { GUILD_OPERATIONS } from './guild-operations.js';
import { type KeptGuild, readGuild } from './kept-guild.js';
import { MEMBER_OPERATIONS } from './member-operations.js';
import { MESSAGE_OPERATIONS } from './message-operations.js';
import {
  idsIn,
  type Made,
  type Operation,
  type OperationFactory,
  pick,
  type Scene,
  type Visitor,
} from './operation.js';
import { RecoveringSession } from './recovering-session.js';
import { assertOk, ok, type Reply, request } from './request.js';
import { ROLE_OPERATIONS } from './role-operations.js';
import type { Cast } from './service-process.js';
import { withDatabase } from './store-invariants.js';
import { grant } from './tokens.js';

const IDEAS = [GUILD_OPERATIONS, ROLE_OPERATIONS, CHANNEL_OPERATIONS, MEMBER_OPERATIONS, MESSAGE_OPERATIONS];

/** A operation that was asked for, and the reason given, which is the only one of its kind. */
interface Asked {
  readonly operation: Operation;
  readonly reason: string;
}

/** Changes a guild of its own, one change after the other, and knows what must be kept of it. */
export class GuildWriter {
  #number = 0;
  #asked: Asked | null = null;
  /** what was acknowledged since the last check */
  #acknowledged: Asked[] = [];
  /** how often each kind of change was acknowledged, by method and route */
  readonly counts = new Map<string, number>();
  /** every id that was ever seen to be kept */
  readonly #known = new Set<string>();

  private constructor(
    private readonly scene: Omit<Scene, 'number' | 'seen' | 'behind' | 'kept'>,
    private readonly watcher: RecoveringSession,
    private kept: KeptGuild,
  ) {}

  static async prepare(url: string, { application, people }: Cast): Promise<GuildWriter> {
    assert.ok(application.bot);
    const bot = `Bot ${application.bot.token}`;
    const json = { name: 'World', channels: [{ name: 'talk' }, { name: 'Voice', type: 2 }] };
    const { id } = await ok(url, { method: 'POST', path: '/guilds', as: bot, json });
    const visitors: Visitor[] = [];
    for (const { id, token } of people) {
      const { access_token: join } = await grant(url, application, token, 'guilds.join');
      visitors.push({ id, token, join });
    }
    const watcher = await RecoveringSession.identify(url, application.bot.token);
    const scene = { guild: id, bot, botId: application.bot.id, people: visitors };
    return new GuildWriter(scene, watcher, await readGuild(url, bot, id));
  }

  /** Changes things until the service is gone. @returns how many changes were acknowledged */
  async writeUntilGone(url: string, behind: boolean): Promise<number> {
    const seen = new Set<string>();
    for (;;) {
      this.#asked = this.#think({ behind, seen });
      const { operation, reason } = this.#asked;
      const reply = await request(url, { ...operation.call, reason });
      if (reply === null) return this.#acknowledged.length;
      assertOk(operation.call, reply);
      operation.apply(this.kept, madeBy(operation, reply.body));
      this.#acknowledged.push(this.#asked);
      this.#asked = null;
      this.#remember();
      const kind = kindOf(operation);
      this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    }
  }

  /** Holds what the service has after its restart against what it acknowledged before its end. */
  async check(url: string, databasePath: string): Promise<void> {
    const { guild, bot } = this.scene;
    const found = await readGuild(url, bot, guild);
    const pending = this.#asked;
    const after = pending === null ? null : this.#ifDone(pending.operation, found);
    const isDone = after !== null && !isDeepStrictEqual(found, this.kept);
    const what = `after ${pending?.operation.call.method} ${pending?.operation.call.path} without an answer`;
    assert.deepEqual(found, isDone ? after : this.kept, what);
    await this.#checkAuditLog(databasePath, pending, isDone);
    this.kept = found;
    this.#remember();
    this.watcher.checkHeard(this.#known, (id) => this.#isThere(id));
    await this.watcher.comeBack(url, bot, [guild, ...Object.keys(found.others)]);
    this.#asked = null;
    this.#acknowledged = [];
  }

  close(): Promise<unknown> {
    return this.watcher.close();
  }

  #think(run: Pick<Scene, 'behind' | 'seen'>): Asked {
    for (;;) {
      const number = ++this.#number;
      const factory: OperationFactory | undefined = pick(pick(IDEAS) ?? []);
      const operation = factory?.({ ...this.scene, ...run, kept: this.kept, number });
      if (operation) return { operation, reason: `reason ${number}` };
    }
  }

  /** What would be kept if an operation without an answer was done; null if what it makes is not there. */
  #ifDone(operation: Operation, found: KeptGuild): KeptGuild | null {
    const after = structuredClone(this.kept);
    const { makes } = operation;
    if (makes === undefined) {
      operation.apply(after, { id: '', position: 0 });
      return after;
    }
    const before = new Set(idsIn(this.kept, makes));
    const [id, ...more] = idsIn(found, makes).filter((one) => !before.has(one));
    assert.deepEqual(more, [], 'one operation makes one thing');
    if (id === undefined) return null;
    operation.apply(after, { id, position: found.channels[id]?.position ?? 0 });
    return after;
  }

  /** What is told of a change is kept with it, or neither is. */
  async #checkAuditLog(databasePath: string, pending: Asked | null, isDone: boolean): Promise<void> {
    const sql = 'SELECT DISTINCT reason FROM audit_log WHERE guild_id = CAST(? AS INTEGER)';
    const rows = await withDatabase(databasePath, (database) =>
      database.all<{ reason: string }>(sql, this.scene.guild),
    );
    const told = new Set(rows.map(({ reason }) => reason));
    for (const { operation, reason } of this.#acknowledged) {
      if (operation.audited)
        assert.ok(told.has(reason), `${operation.call.method} ${operation.call.path} is in the audit log`);
    }
    if (pending?.operation.audited) {
      const { method, path } = pending.operation.call;
      assert.equal(told.has(pending.reason), isDone, `the audit log has ${method} ${path} if it was done`);
    }
  }

  #isThere(id: string): boolean {
    const lists = ['roles', 'channels', 'others', 'messages'] as const;
    return lists.some((list) => idsIn(this.kept, list).includes(id));
  }

  #remember(): void {
    const lists = ['roles', 'channels', 'others', 'messages'] as const;
    for (const list of lists) for (const id of idsIn(this.kept, list)) this.#known.add(id);
  }
}

function kindOf({ call: { method, path } }: Operation): string {
  const [route = ''] = path.split('?');
  return `${method} ${route.replace(/\d{6,}/g, '{id}').replace(/(invites|integrations)\/[^/]+/, '$1/{id}')}`;
}

function madeBy({ makes }: Operation, body: Reply['body']): Made {
  if (makes === undefined) return { id: '', position: 0 };
  return { id: makes === 'invites' ? body.code : body.id, position: body.position ?? 0 };
}
