import { localTime } from '../../platform/text/local-time.js';
import { toIsolatedText } from '../../platform/text/visible-text.js';
import { KEY_CAPTURE_WORDS, type Permission } from './permissions.js';
import type { WaitingConsent } from './waiting-consent.js';

/** A request for the terminal, in lines: who asks and what for. */
export function requestLines(request: WaitingConsent): string[] {
  const { id, application, guest, kind, key_capture, origin, permissions, process, requested_at } = request;
  const from = origin === null ? 'from a program without an origin' : `from ${toIsolatedText(origin)}`;
  return [
    `${id}  ${toIsolatedText(application.name)} (${application.id}), ${from}, since ${localTime(requested_at)}`,
    ...(process === null ? [] : [`  program: ${toIsolatedText(process.path)} (pid ${process.pid})`]),
    ...(guest === null ? [] : [`  creates the guest account ${toIsolatedText(guest)}`]),
    ...permissions.map(permissionText),
    ...(kind === 'authorize' && key_capture ? [`  with --allow-capture: ${KEY_CAPTURE_WORDS}`] : []),
  ];
}

function permissionText({ name, words, sensitive }: Permission): string {
  return `  ${sensitive ? '! ' : ''}${name}: ${words}${sensitive ? ' (sensitive)' : ''}`;
}
