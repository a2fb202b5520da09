import type { AuditEntry } from '#guildhall/guilds/audit-log/entry.js';
import { compareSnowflakes, type Snowflake } from '#guildhall/protocol/snowflake.js';
import type { ActivityStore, AuditLogFilter, AuditLogStore } from '#guildhall/store/guilds.js';
import type { CommitQueue } from './commit-queue.js';
import { byAge, type MemoryData } from './memory-data.js';

/** Audit logs in memory. */
export class MemoryAuditLog implements AuditLogStore {
  constructor(private readonly data: MemoryData) {}

  async page(guildId: Snowflake, filter: AuditLogFilter, limit: number): Promise<AuditEntry[]> {
    const { userId, actionType, before } = filter;
    const entries = [...this.data.auditLog.values()]
      .filter((logged) => logged.guildId === guildId)
      .map(({ entry }) => entry)
      .filter((entry) => userId === null || entry.userId === userId)
      .filter((entry) => actionType === null || entry.action === actionType)
      .filter((entry) => before === null || compareSnowflakes(entry.id, before) < 0);
    return byAge(entries).reverse().slice(0, limit);
  }
}

/** When users were last active, in memory. */
export class MemoryActivity implements ActivityStore {
  constructor(
    private readonly data: MemoryData,
    private readonly queue: CommitQueue,
  ) {}

  async ofGuild(guildId: Snowflake): Promise<ReadonlyMap<Snowflake, number>> {
    const members = this.data.guilds.get(guildId)?.members;
    return new Map([...this.data.seenAt].filter(([userId]) => members?.has(userId)));
  }

  save(seenAt: ReadonlyMap<Snowflake, number>): Promise<void> {
    const copy = [...seenAt];
    return this.queue.submit({
      apply: () => {
        for (const [userId, at] of copy) this.data.seenAt.set(userId, at);
      },
    });
  }
}
