import type { TestService } from './test-service.js';

/** What a gateway connection of this token hears while something happens: every dispatch, in order. */
export async function witness(
  service: TestService,
  token: string,
  happening: () => Promise<unknown>,
  // biome-ignore lint/suspicious/noExplicitAny: tests read deep into events of every shape
): Promise<{ t: string; d: any }[]> {
  const gateway = await service.identify(token);
  const guilds = (await service.ok('GET', '/users/@me/guilds', { as: token })).length;
  for (let count = 0; count < guilds; count++) await gateway.heard('GUILD_CREATE');
  const before = gateway.frames.length;
  await happening();
  // Events are sent before the reply of what fired them, so whatever comes goes before this answer.
  gateway.send(1, gateway.sequence);
  await gateway.op(11);
  const heard = gateway.frames.slice(before).flatMap(({ t, d }) => (t === null ? [] : [{ t, d }]));
  await gateway.close();
  return heard;
}
