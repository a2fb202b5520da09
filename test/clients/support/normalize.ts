import assert from 'node:assert/strict';

/** @returns the names of channels by kind and place */
export function inOrder(
  channels: readonly { name: string | null; type: number; position?: number }[],
): string[] {
  return [...channels]
    .sort((a, b) => a.type - b.type || (a.position ?? 0) - (b.position ?? 0))
    .map(({ name }) => name ?? '');
}

/** @returns the names of roles, the highest first; of two at one position the younger is the lower */
export function inRank(roles: readonly { id: string; name: string; position: number }[]): string[] {
  return [...roles]
    .sort((a, b) => b.position - a.position || Number(BigInt(a.id) - BigInt(b.id)))
    .map(({ name }) => name);
}

/** @returns the reasons of bans by user */
export function reasonsByUser(
  bans: Iterable<{ user: { id: string }; reason?: string | null | undefined }>,
): Record<string, string | null | undefined> {
  return Object.fromEntries(Array.from(bans, ({ user, reason }) => [user.id, reason]));
}

/** @returns the grace periods of integrations in seconds by id */
export function gracePeriodsById(
  integrations: Iterable<{ id: string; expireGracePeriod?: number | null | undefined }>,
): Record<string, number | null | undefined> {
  return Object.fromEntries(Array.from(integrations, ({ id, expireGracePeriod }) => [id, expireGracePeriod]));
}

/** @returns an entry of a library's cache @throws if it is missing */
export function cached<T>(cache: { get(id: string): T | undefined }, id: string): T {
  return cache.get(id) ?? assert.fail(`the library does not have ${id} in its cache`);
}

/** Names and texts of files that a library knows by their URLs. */
export function readFiles(
  files: Iterable<{ readonly name: string; readonly url: string }>,
): Promise<[name: string, text: string][]> {
  return Promise.all(
    [...files].map(
      async ({ name, url }): Promise<[string, string]> => [name, await (await fetch(url)).text()],
    ),
  );
}
