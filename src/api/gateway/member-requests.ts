import { memberToWire } from '../../guilds/wire.js';
import type { RequestMembers } from '../../protocol/gateway/commands.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Services } from '../services.js';
import { CloseError } from './close-error.js';
import { EncodedEvent } from './encoded-event.js';
import { GATEWAY_LIMITS } from './limits.js';
import { requestedMembers } from './requested-members.js';
import type { Session } from './session.js';

type UsedServices = Pick<Services, 'guilds' | 'locks' | 'log'>;

/**
 * Answers op 8 with GUILD_MEMBERS_CHUNK (rest-facts.md, Gateway), as fast as the client reads and one request of a
 * session after the other. Meanwhile the connection's other payloads are handled.
 *
 * @throws {CloseError} RATE_LIMITED if the client asks and asks and does not read
 */
export function requestMembers(services: UsedServices, session: Session, d: RequestMembers): void {
  if (session.memberRequests >= GATEWAY_LIMITS.MEMBER_REQUESTS) {
    throw new CloseError('RATE_LIMITED', 'Rate limited.');
  }
  session.memberRequests += 1;
  services.locks
    .run(`members for ${session.id}`, async () => {
      for (const guildId of Array.isArray(d.guild_id) ? d.guild_id : [d.guild_id]) {
        await answer(services, session, guildId, d);
      }
    })
    .catch((error: unknown) => services.log.warn({ err: error }, 'members could not be sent'))
    .finally(() => {
      session.memberRequests -= 1;
    });
}

async function answer(
  { guilds }: UsedServices,
  session: Session,
  guildId: Snowflake,
  { query, limit }: RequestMembers,
): Promise<void> {
  if (!session.guilds.has(guildId)) return;
  const asked = await guilds.get(guildId);
  if (asked === null) return;
  const found = requestedMembers(asked, query ?? '', limit ?? 0).map(({ userId }) => userId);
  for (let at = 0; at === 0 || at < found.length; at += GATEWAY_LIMITS.MEMBERS_OF_CHUNK) {
    if (session.isBehind) await session.untilSent();
    if (session.isOver || !session.guilds.has(guildId)) return;
    const guild = await guilds.get(guildId);
    if (guild === null) return;
    // Who left while the client was reading is not there any more.
    const members = found
      .slice(at, at + GATEWAY_LIMITS.MEMBERS_OF_CHUNK)
      .flatMap((id) => guild.members.get(id) ?? []);
    const data = { guild_id: guildId, members: members.map((member) => memberToWire(guild, member)) };
    session.dispatch(EncodedEvent.of('GUILD_MEMBERS_CHUNK', data));
  }
}
