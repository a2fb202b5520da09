import type { NamedCommand } from './invocation.js';
import { fields } from './table.js';

/** An account as commands show it. */
export interface ShownAccount {
  readonly id: string;
  readonly username: string;
  readonly discriminator: string;
  readonly token: string | null;
}

/** An account without its token, which signs in as this person: it is printed only on request. */
export function accountText(account: ShownAccount, guildhall: NamedCommand): string {
  const isHidden = account.token !== null;
  return textWith(account, isHidden ? `hidden (${guildhall('whoami', '--show-token')} prints it)` : null);
}

/** An account with its token. */
export function accountTextWithToken(account: ShownAccount): string {
  return textWith(account, account.token);
}

function textWith({ id, username, discriminator }: ShownAccount, token: string | null): string {
  return fields([
    ['name', `${username}#${discriminator}`],
    ['id', id],
    ['token', token],
  ]);
}
