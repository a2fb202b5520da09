import assert from 'node:assert/strict';
import { totpCode } from '#guildhall/platform/crypto/totp.js';
import type { Person, TestService } from './test-service.js';

/** What a person's authenticator app has, and the codes to use without it. */
export interface Enrolled {
  readonly secret: string;
  readonly backupCodes: readonly string[];
}

/** The code that a person's device shows. @param offset of the time step */
export function codeAt(service: TestService, secret: string, offset = 0): string {
  return totpCode(secret, Math.floor(service.clock.now() / 30_000) + offset);
}

/** Enables two-factor for a person, and waits until the next code. */
export async function enroll(service: TestService, { id }: Pick<Person, 'id'>): Promise<Enrolled> {
  const { administration } = service.api;
  const { secret } = await administration.beginTwoFactor(id);
  const backupCodes = await administration.confirmTwoFactor(id, codeAt(service, secret));
  await service.clock.advance(60_000);
  return { secret, backupCodes };
}

/** Makes a guild require two-factor authentication, of an owner who loses it afterwards. */
export async function requireTwoFactor(service: TestService, guildId: string): Promise<void> {
  const { administration } = service.api;
  const [owner] = await administration.listUsers();
  assert.ok(owner);
  await enroll(service, owner);
  await administration.configureGuild(guildId, { mfa_level: 1 });
  await administration.disableTwoFactor(owner.id);
}
