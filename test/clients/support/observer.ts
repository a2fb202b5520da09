import { ServiceChatClient } from '#guildhall/client/service-chat-client.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { Activity } from '#guildhall/protocol/objects/presence.js';
import type { TestDaemon } from '../../helpers/daemon.js';
import { accessToken, type Person, rest, type World } from '../../helpers/service.js';

/** Another member of the guild, and the activity of the person that they see. */
export async function joinAsEve(daemon: TestDaemon, { game, guildId, person }: World) {
  const { url } = daemon.runtime.api;
  const eve = await daemon.cli<Person>('users', 'create', '--username', 'eve');
  const join = { access_token: await accessToken(url, game, eve, ['guilds.join']) };
  await rest(url, 'PUT', `/guilds/${guildId}/members/${eve.id}`, `Bot ${game.bot?.token}`, join);
  const client = ServiceChatClient.start({
    apiUrl: url,
    token: eve.token,
    clock: systemClock,
    log: silentLogger,
  });
  const seen = (): Activity | null => client.state.guild(guildId)?.presences.get(person.id)?.game ?? null;
  return { client, eve, seen };
}
