import { FailedAttempts } from '../net/failed-attempts.js';
import { FairTurns } from '../net/fair-turns.js';
import { Activities } from './activities.js';
import { AuthenticationAttempts } from './authentication-attempts.js';
import { CaptureListeners } from './capture-listeners.js';
import type { RpcContext } from './context.js';
import { captureShortcutChange } from './events/capture-shortcut-change.js';
import { KeyCapturePermissions } from './key-capture-permissions.js';
import { Refusals } from './refusals.js';
import { ReplyTurns } from './reply-turns.js';
import { RevocationWatch } from './revocation-watch.js';
import type { RpcOptions } from './rpc-options.js';
import { ShortcutCaptures } from './shortcut-captures.js';
import { combineSourceEvents } from './source-events.js';
import { Subscriptions } from './subscriptions.js';
import { ParsedContents } from './views/content/parsed-contents.js';
import { VoiceHolders } from './voice-holders.js';

/** The number of unknown tokens that are verified at the same time. */
const VERIFICATIONS = 16;

/** Creates the dependencies of commands and events. */
export function createContext(options: RpcOptions): RpcContext {
  const { cdnUrl, client, clock, configuration, consent, hardware, limits, log, onceGrants, voice } = options;
  const subscriptions = new Subscriptions(limits.subscriptions);
  const keyCapturePermissions = new KeyCapturePermissions(consent);
  const captureListeners = new CaptureListeners({
    subscriptions,
    key: captureShortcutChange.key({}),
    permissions: keyCapturePermissions,
    clock,
  });
  return {
    client,
    voice,
    sourceEvents: combineSourceEvents(client, voice),
    hardware,
    consent,
    activities: new Activities(client, options.activityRules, log),
    onceGrants,
    configuration,
    cdnUrl,
    subscriptions,
    captures: new ShortcutCaptures({
      shortcuts: hardware.shortcuts,
      permissions: keyCapturePermissions,
      limitMs: options.captureLimitSeconds * 1000,
      listeners: captureListeners,
      clock,
      log,
    }),
    keyCapturePermissions,
    captureListeners,
    voiceHolders: new VoiceHolders(voice, clock),
    attempts: new AuthenticationAttempts(
      new FailedAttempts({ perPeer: limits.failedAuthentications, budget: options.failureBudget }, clock),
      new FairTurns(VERIFICATIONS),
      onceGrants,
    ),
    revocationWatch: new RevocationWatch(client),
    refusals: new Refusals(clock),
    replyTurns: new ReplyTurns(limits.workPerSecond, clock),
    contents: new ParsedContents(clock),
    limits,
    clock,
  };
}
