import Type from 'typebox';
import { AuditLogSchema } from '../../../protocol/objects/audit-log.js';
import { PageLimitSchema } from '../../../protocol/rest/fields.js';
import { SnowflakeSchema } from '../../../protocol/schema.js';
import { guildOperation } from '../guild-operation.js';

const USUAL_PAGE = 50;

/** The audit log resource (docs/rest.md, Permissions). */
export const auditLogOperations = [
  guildOperation({
    name: 'Get guild audit log',
    summary: 'Returns entries of the audit log of a guild, from the newest to the oldest.',
    method: 'GET',
    path: '/guilds/{guild.id}/audit-logs',
    permission: 'VIEW_AUDIT_LOG',
    query: Type.Object({
      user_id: Type.Optional(SnowflakeSchema),
      action_type: Type.Optional(Type.Integer({ minimum: 1 })),
      before: Type.Optional(SnowflakeSchema),
      limit: Type.Optional(PageLimitSchema(100)),
    }),
    status: 200,
    reply: AuditLogSchema,
    needs: ['auditLogStore', 'users'],
    async handle({ guild, query, services: { auditLogStore, users }, version: { views } }) {
      const filter = {
        userId: query.user_id ?? null,
        actionType: query.action_type ?? null,
        before: query.before ?? null,
      };
      const page = await auditLogStore.page(guild.id, filter, query.limit ?? USUAL_PAGE);
      const named = new Set(page.flatMap(({ targetId, userId }) => [userId, targetId ?? []].flat()));
      await users.loadAll(named);
      return {
        audit_log_entries: page.map((entry) => views.auditLogEntry(entry)),
        users: [...named].flatMap((id) => users.get(id) ?? []).map((user) => views.user(user)),
        webhooks: [],
        guild_scheduled_events: [],
        auto_moderation_rules: [],
        application_commands: [],
        integrations: [],
        threads: [],
      };
    },
  }),
];
