import { userInfo } from 'node:os';

const FALLBACK = 'player';

/** The person's name on this machine, within what the service takes as a user name (2–32 characters). */
export function localUserName(): string {
  try {
    const name = userInfo()
      .username.replace(/[@#:`]/g, '')
      .trim()
      .slice(0, 32);
    return name.length >= 2 ? name : FALLBACK;
  } catch {
    return FALLBACK; // an id without a name, as in some containers
  }
}
