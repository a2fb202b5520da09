import { homedir, release } from 'node:os';
import { NoDaemonError } from '../../control/control-client.js';
import { getStatus } from '../../control/operations/status.js';
import { readAccountFile } from '../../daemon/accounts/account-file.js';
import { systemClock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors.js';
import { VERSION } from '../../platform/version.js';
import type { Invocation } from '../support/invocation.js';
import { readBundledCrashes } from './crash-section.js';
import { readBundledFindings } from './doctor-section.js';
import { readBundledLog } from './log-section.js';
import { machineNames, Redactor } from './redactor.js';
import { readBundledEnvironment, readBundledSettings } from './settings-section.js';

/** What helps others to find out why something does not work, without secrets, names and messages. */
export type SupportBundle = Readonly<Record<string, unknown>>;

/**
 * Collects a support bundle (docs/operating.md, Support bundles). Each section has only what is listed for it, and every
 * text goes through the redactor. A section that cannot be read says why.
 */
export async function createBundle(invocation: Invocation): Promise<SupportBundle> {
  const { files, terminal } = invocation;
  const sections = {
    versions: async () => ({
      guildhall: VERSION,
      node: process.versions.node,
      system: `${process.platform}-${process.arch} ${release()}`,
      created_at: new Date(systemClock.now()).toISOString(),
    }),
    status: () => readStatus(invocation),
    doctor: () => readBundledFindings(invocation),
    settings: () => readBundledSettings(files.configuration),
    environment: async () => readBundledEnvironment(terminal.environment),
    crashes: () => readBundledCrashes(files.home),
    log: () => readBundledLog(files.log),
  };
  const redactor = new Redactor(await personalNames(invocation));
  const bundle: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(sections)) {
    const value = await read().catch((error: unknown) => `not available: ${messageOf(error)}`);
    bundle[name] = redactor.redactValue(value);
  }
  return bundle;
}

/** The state of the parts, without whom the daemon serves. */
async function readStatus({ daemon }: Invocation): Promise<unknown> {
  try {
    const {
      version,
      started_at,
      rpc,
      api,
      console: page,
      drivers,
      user,
    } = await daemon.call(getStatus, {}, {});
    return { version, started_at, rpc, api, console: page, drivers, is_signed_in: user !== null };
  } catch (error) {
    if (error instanceof NoDaemonError) return 'no daemon is running';
    throw error;
  }
}

async function personalNames({ files }: Invocation) {
  // A damaged file is a finding of doctor; its text is in no section.
  const { accounts } = await readAccountFile(files.account).catch(() => ({ accounts: [] }));
  return {
    folder: homedir(),
    home: files.home,
    names: [...machineNames(), ...accounts.map(({ username }) => username)],
    secrets: accounts.map(({ token }) => token),
  };
}
