import { parse } from 'smol-toml';
import { readRemembered } from '../../control/consent/remembered-consents.js';
import { readFileIfExists } from '../../platform/files/text-file.js';
import type { HomeFiles } from '../../platform/home.js';
import { readAccountFile } from '../accounts/account-file.js';
import { EMBEDDED_SERVICE } from '../accounts/saved-accounts.js';

/** What a restore would give to others without a further question, for the person to judge. */
export interface BackupContents {
  /** who the daemon may act as, e.g. `ada#1234` */
  readonly accounts: readonly string[];
  /** what applications may do without asking */
  readonly remembered: readonly {
    readonly application_id: string;
    /** null if the store of the backup does not have the application */
    readonly name: string | null;
    readonly scopes: readonly string[];
    readonly key_capture: boolean;
  }[];
  /** of `config.toml`, e.g. `api_url` and `allow_users` */
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Reads what the unpacked files of a backup contain.
 *
 * @param names of the applications of its store, by id. @throws if they are damaged
 */
export async function readContents(
  staged: HomeFiles,
  names: ReadonlyMap<string, string>,
): Promise<BackupContents> {
  const { accounts } = await readAccountFile(staged.account);
  const remembered = await readRemembered(staged.remembered);
  return {
    accounts: accounts.map(({ username, discriminator }) => `${username}#${discriminator}`),
    remembered: remembered.map(({ application_id, scopes, key_capture = false, service }) => ({
      application_id,
      // The id means another application at another service.
      name: (service ?? EMBEDDED_SERVICE) === EMBEDDED_SERVICE ? (names.get(application_id) ?? null) : null,
      scopes,
      key_capture,
    })),
    settings: parseSettings((await readFileIfExists(staged.configuration)) ?? ''),
  };
}

/** The start names what is wrong with a file that is not TOML. */
function parseSettings(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch {
    return { 'config.toml': 'not TOML' };
  }
}
