import type { ChatClient } from '../client/client.js';
import { FailedAttempts } from '../net/failed-attempts.js';
import type { Listenable } from '../platform/async/events.js';
import type { VoiceEvents, VoiceRoom } from '../voice/voice.js';
import { Activities } from './activities/activities.js';
import { ActivityRequests } from './activities/activity-requests.js';
import { ApplicationChecks } from './applications/application-checks.js';
import { Refusals } from './applications/refusals.js';
import { CaptureListeners } from './captures/capture-listeners.js';
import { KeyCapturePermissions } from './captures/key-capture-permissions.js';
import { NamedKeys } from './captures/named-keys.js';
import { ShortcutCaptures } from './captures/shortcut-captures.js';
import type { RpcContext, RpcOptions, SourceEvents } from './context.js';
import { ReplyTurns } from './dispatch/reply-turns.js';
import { captureShortcutChange } from './events/capture-shortcut-change.js';
import { RPC_EVENTS } from './events/index.js';
import { AuthenticationAttempts } from './sessions/authentication-attempts.js';
import { RevocationWatch } from './sessions/revocation-watch.js';
import { ServiceTurns } from './sessions/service-turns.js';
import { VoiceHolders } from './sessions/voice-holders.js';
import { Subscriptions } from './subscriptions/subscriptions.js';
import { ParsedContents } from './views/content/parsed-contents.js';

/** The source events that the voice room emits; the client emits all others. */
const VOICE_EVENTS: Readonly<Record<keyof VoiceEvents, true>> = {
  voiceSettingsUpdate: true,
  voiceKeysUpdate: true,
  settingsHolder: true,
  voiceChannelSelect: true,
  voiceConnectionStatus: true,
  userVoiceSettingsUpdate: true,
  speakingStart: true,
  speakingStop: true,
};

/** Creates the dependencies of commands and events. */
export function createContext(options: RpcOptions): RpcContext {
  const { cdnUrl, client, clock, configuration, consent, hardware, limits, log, onceGrants, voice } = options;
  const subscriptions = new Subscriptions(limits.subscriptions);
  const serviceTurns = new ServiceTurns();
  const applicationChecks = new ApplicationChecks(client, serviceTurns);
  const keyCapturePermissions = new KeyCapturePermissions(consent, applicationChecks, () =>
    voice.reviewKeys(),
  );
  const captureListeners = new CaptureListeners({
    subscriptions,
    key: captureShortcutChange.key({}),
    permissions: keyCapturePermissions,
    clock,
  });
  const activities = new Activities(client, options.activityRules, log);
  const keyOf = (event: string) => RPC_EVENTS.get(event)?.key({}) ?? '';
  return {
    client,
    voice,
    sourceEvents: combineSourceEvents(client, voice),
    hardware,
    consent,
    activities,
    activityRequests: new ActivityRequests({ client, activities, subscriptions, keyOf, clock, log }),
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
    namedKeys: new NamedKeys({ voice, permissions: keyCapturePermissions, clock, log }),
    captureListeners,
    voiceHolders: new VoiceHolders(voice, keyCapturePermissions, clock),
    attempts: new AuthenticationAttempts({
      client,
      failures: new FailedAttempts(
        { perPeer: limits.failedAuthentications, budget: options.failureBudget },
        clock,
      ),
      onceGrants,
      turns: serviceTurns,
    }),
    serviceTurns,
    applicationChecks,
    revocationWatch: new RevocationWatch(client),
    refusals: new Refusals(clock),
    replyTurns: new ReplyTurns(limits.workPerSecond, clock),
    contents: new ParsedContents(clock),
    limits,
    clock,
  };
}

/** Combines the source events of client and voice. */
function combineSourceEvents(client: ChatClient, voice: VoiceRoom): Listenable<SourceEvents> {
  return {
    on(name, listener) {
      const source = Object.hasOwn(VOICE_EVENTS, name) ? voice : client;
      return (source as Listenable<SourceEvents>).on(name, listener);
    },
  };
}
