import { userInfo } from 'node:os';

const FALLBACK = 'player';

/** The person's name on this machine, shortened to what the service accepts as a user name (2–32 characters). */
export function localUserName(): string {
  try {
    const name = userInfo()
      .username.replace(/[@#:`]/g, '')
      .trim()
      .slice(0, 32);
    return name.length >= 2 ? name : FALLBACK;
  } catch {
    return FALLBACK; // a uid without a name, as in some containers
  }
}
