import { toVisibleText } from '../../../platform/text/visible-text.js';
import { isToAnswer, JoinRequestList } from '../connections/join-requests.js';
import { Requests } from '../daemon/requests.js';
import { ViewUpdates } from '../daemon/view-updates.js';
import { byId } from '../shell/dom.js';
import { runPage } from '../shell/run-page.js';
import { whySignedOut } from '../shell/signed-out.js';
import { MuteButtons } from '../voice/mute-buttons.js';
import { VoiceMembers } from '../voice/voice-members.js';

/** @typedef {import('../../operations/voice.js').VoiceChannelPart} VoiceChannelPart */
/** @typedef {import('../../voice/voice-schemas.js').EffectiveSettings} EffectiveSettings */
/** @typedef {import('../../voice/voice-schemas.js').OwnVoiceChannel} OwnVoiceChannel */

/**
 * The page for a dock of a streaming program or a phone: the voice channel, mute, deafen, whether sound is sent, and
 * requests. It measures no level, so that it can stay open without the microphone.
 */
class Dock {
  #requests = new Requests(byId('dock-error'));
  #joinRequests = new JoinRequestList(this.#requests);
  #members = new VoiceMembers(null);
  #buttons = new MuteButtons('voice', (patch) => this.#requests.send('/voice/settings', 'PATCH', patch));
  /** @type {OwnVoiceChannel | null} */
  #channel = null;
  /** @type {EffectiveSettings | null} */
  #settings = null;
  /** @type {readonly string[]} */
  #speaking = [];
  /** @type {string | null} */
  #signedOut = null;
  /** @type {ViewUpdates<VoiceChannelPart>} */
  #updates = new ViewUpdates('/voice/channel/live', (part) => this.#show(part));

  constructor() {
    this.#updates.setShown(true);
  }

  /** @param {import('../../operations/live.js').Part} part */
  receive(part) {
    if (part.part === 'joinRequests') this.#joinRequests.show(part.value.filter(isToAnswer));
    if (part.part !== 'status') return;
    this.#signedOut = whySignedOut(part.value);
    this.#showState();
  }

  close() {
    this.#updates.setShown(false);
  }

  /** @param {VoiceChannelPart} part */
  #show(part) {
    if (part.part === 'channel') {
      this.#channel = part.value;
      this.#members.show(part.value);
    } else if (part.part === 'speaking') {
      this.#speaking = part.value;
      this.#members.showSpeaking(part.value);
    } else {
      this.#settings = part.value;
      byId('dock-buttons', HTMLFieldSetElement).disabled = part.value === null;
      if (part.value !== null) this.#buttons.show(part.value.settings);
    }
    this.#showState();
  }

  #showState() {
    const channel = this.#channel;
    showText(
      byId('dock-channel'),
      channel === null
        ? (this.#signedOut ?? 'You are in no voice channel.')
        : toVisibleText(`${channel.name} – ${channel.guild}`),
    );
    const self = channel?.members.find(({ is_self }) => is_self);
    const isSending = self !== undefined && this.#speaking.includes(self.id);
    const sending = byId('dock-sending');
    sending.dataset.state = isSending ? 'running' : 'idle';
    showText(sending, this.#settings === null ? '' : describeSending(this.#settings, isSending));
  }
}

/**
 * When sound is sent, and whether it is now.
 *
 * @param {EffectiveSettings} settings
 * @param {boolean} isSending
 */
function describeSending({ keys: own, settings, shortcut_waits: waits }, isSending) {
  const { deaf, mode, mute } = settings;
  if (mute || deaf) return 'Nothing is sent: you are muted';
  if (mode.type !== 'PUSH_TO_TALK') return isSending ? 'You are heard' : 'You are heard when you speak';
  const keys = (waits ? own.push_to_talk : mode.shortcut).map(({ name }) => toVisibleText(name)).join(' + ');
  if (keys === '') return 'Nothing is sent: push-to-talk has no key';
  return isSending ? `You are heard: ${keys}` : `Hold ${keys} to be heard`;
}

/** Screen readers read a status again that is set to the same text. @param {HTMLElement} shown @param {string} text */
function showText(shown, text) {
  if (shown.textContent !== text) shown.textContent = text;
}

runPage((title) => {
  title.showView('Dock');
  return new Dock();
});
