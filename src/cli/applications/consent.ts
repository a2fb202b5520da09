import type { Command } from 'commander';
import { KEY_CAPTURE_WORDS } from '../../control/consent/permissions.js';
import { requestLines } from '../../control/consent/request-text.js';
import type { WaitingConsent } from '../../control/consent/waiting-consent.js';
import { approveConsent, denyConsent, listConsents } from '../../control/operations/consent.js';
import { noteEarlierServers } from '../status.js';
import type { AddCommand, NamedCommand } from '../support/invocation.js';

/** `guildhall consent`: requests of applications that wait for the person. */
export const addConsent: AddCommand = (program, run) => {
  const consent = program.command('consent').description('requests of applications for access');
  consent
    .command('list')
    .description('show waiting requests')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, note, result }) => {
        const waiting = await daemon.call(listConsents, {}, {});
        result(waiting, listText);
        if (waiting.length === 0) await noteEarlierServers(daemon, note);
      }),
    );
  consent
    .command('approve <id>')
    .description('allow it once: access ends when the application disconnects')
    .option('--remember', 'allow it until you revoke it: the application can come back without asking')
    .option('--allow-capture', `also allow it to ${KEY_CAPTURE_WORDS}`)
    .action((id: string, options: { remember?: boolean; allowCapture?: boolean }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const body = { remember: options.remember ?? false, key_capture: options.allowCapture ?? false };
        result(await daemon.call(approveConsent, { id }, body), decisionText);
      }),
    );
  consent
    .command('deny <id>')
    .description('deny the request')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(denyConsent, { id }, {}), () => 'denied'),
      ),
    );
};

function decisionText({ lasting }: { readonly lasting: boolean }, guildhall: NamedCommand): string {
  return lasting
    ? `allowed until you revoke it: ${guildhall('grants', 'list')} shows it`
    : 'allowed once: it ends when the application disconnects';
}

function listText(waiting: readonly WaitingConsent[]): string {
  return waiting.length === 0
    ? 'no requests are waiting'
    : waiting.map((one) => requestLines(one).join('\n')).join('\n\n');
}
