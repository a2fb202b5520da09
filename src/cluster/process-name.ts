import { randomBytes } from 'node:crypto';
import { checkNodeName } from '../net/node-settings.js';

/**
 * The name of this process in the cluster, which no other one has had: two processes with the same `--node` do not share
 * guilds (docs/adr/0044-one-owner-per-guild.md).
 *
 * @param name of the node
 * @throws {UserError} see `checkNodeName`
 */
export function processName(name: string): string {
  return `${checkNodeName(name)}-${randomBytes(8).toString('hex')}`;
}

/** The name of the node of a process. */
export function nodeName(process: string): string {
  return process.replace(/-[0-9a-f]{16}$/, '');
}

/** Whether the name of a process may end with a text, after the name of its node. */
export function isProcessEnd(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text);
}
