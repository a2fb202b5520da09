import { toVisibleText } from '../../../platform/text/visible-text.js';
import { Requests } from '../daemon/requests.js';
import { ViewUpdates } from '../daemon/view-updates.js';
import { byId, foreignText } from '../shell/dom.js';
import { whySignedOut } from '../shell/signed-out.js';
import { MuteButtons } from './mute-buttons.js';
import { ReplyOrder } from './reply-order.js';
import { VoiceChannels } from './voice-channels.js';
import { showVoiceConnection } from './voice-connection.js';
import { VoiceKey } from './voice-key.js';
import { VoiceMembers } from './voice-members.js';
import { VoiceMeter } from './voice-meter.js';
import { VoiceSettingsForm } from './voice-settings.js';

/** @typedef {import('../../operations/voice.js').VoicePart} VoicePart */
/** @typedef {import('../../voice/voice-schemas.js').EffectiveSettings} EffectiveSettings */
/** @typedef {import('../../voice/voice-schemas.js').OwnVoiceChannel} OwnVoiceChannel */
/** @typedef {import('../../../protocol/rpc/voice-connection.js').VoiceConnectionStatus} VoiceConnectionStatus */
/** @typedef {import('../../../protocol/rpc/voice-settings.js').VoiceSettingsPatch} VoiceSettingsPatch */

const NO_KEY = 'no key';

/** The voice view. It receives updates, and the microphone is measured, only while it is visible. */
export class VoiceView {
  #requests = new Requests(byId('voice-error'));
  #order = new ReplyOrder();
  #members = new VoiceMembers((id, patch) =>
    this.#requests.send(`/voice/users/${encodeURIComponent(id)}`, 'PATCH', patch),
  );
  #channels = new VoiceChannels((channel_id) => this.#select(channel_id));
  #form = new VoiceSettingsForm((patch) => this.#change(patch));
  #pushToTalk = new VoiceKey('push_to_talk', 'No key is set: nothing is sent.', this.#requests);
  #keys = {
    mute: new VoiceKey('mute', NO_KEY, this.#requests),
    deafen: new VoiceKey('deafen', NO_KEY, this.#requests),
    push_to_mute: new VoiceKey('push_to_mute', NO_KEY, this.#requests),
  };
  #meter = new VoiceMeter();
  #buttons = new MuteButtons('voice', (patch) => this.#change(patch));
  #leave = byId('voice-leave', HTMLButtonElement);
  /** @type {EffectiveSettings | null} */
  #settings = null;
  /** @type {OwnVoiceChannel | null} */
  #channel = null;
  /** @type {VoiceConnectionStatus | null} */
  #connection = null;
  /** @type {ViewUpdates<VoicePart>} */
  #updates = new ViewUpdates('/voice/live', (part) => this.#show(part), {
    onStop: () => {
      for (const key of [this.#pushToTalk, ...Object.values(this.#keys)]) key.stop();
      this.#meter.clear();
    },
  });

  constructor() {
    this.#leave.addEventListener('click', () => void this.#select(null));
  }

  /** @param {import('../shell/views.js').Part} part */
  receive(part) {
    if (part.part !== 'status') return;
    byId('voice-channels-none').textContent =
      whySignedOut(part.value) ?? 'None of your guilds has a voice channel.';
  }

  /** @param {boolean} isShown */
  setShown(isShown) {
    this.#updates.setShown(isShown);
  }

  /** @param {VoicePart} part */
  #show(part) {
    if (part.part === 'meter') this.#meter.show(part.value);
    else if (part.part === 'speaking') this.#members.showSpeaking(part.value);
    else if (part.part === 'channel') this.#showChannel(part.value);
    else if (part.part === 'settings') this.#showSettings(part.value);
    else if (part.part === 'guilds') this.#channels.show(part.value);
    else if (part.part === 'silent') byId('voice-silent').hidden = !part.value;
    else this.#showConnection(part.value);
  }

  /** @param {OwnVoiceChannel | null} channel */
  #showChannel(channel) {
    this.#channel = channel;
    const where =
      channel === null ? 'You are in no voice channel.' : toVisibleText(`${channel.name} – ${channel.guild}`);
    byId('voice-here').textContent = where;
    this.#leave.hidden = channel === null;
    this.#members.show(channel);
    this.#channels.showCurrent(channel?.id ?? null);
    if (this.#connection !== null) this.#showConnection(this.#connection);
  }

  /** @param {VoiceConnectionStatus} connection */
  #showConnection(connection) {
    this.#connection = connection;
    showVoiceConnection(connection, this.#channel !== null);
  }

  /** @param {EffectiveSettings | null} settings null: the daemon cannot read them now */
  #showSettings(settings) {
    this.#order.noteShown();
    byId('voice-settings', HTMLFieldSetElement).disabled = settings === null;
    if (settings === null) return;
    this.#settings = settings;
    this.#form.show(settings);
    const { keys, shortcut_waits: waits } = settings;
    this.#pushToTalk.show(waits ? keys.push_to_talk : settings.settings.mode.shortcut);
    this.#keys.mute.show(keys.mute);
    this.#keys.deafen.show(keys.deafen);
    this.#keys.push_to_mute.show(keys.push_to_mute);
    this.#buttons.show(settings.settings);
    const { holder } = settings;
    byId('voice-holder').hidden = holder === null;
    byId('voice-holder-text').replaceChildren(
      foreignText('bdi', '', holder?.name ?? ''),
      ' controls voice settings now, and no other application can. What you change here applies at once all the same.',
      waits ? ' Its key of push-to-talk is not used, because you do not allow it to record keys.' : '',
    );
  }

  /** @param {VoiceSettingsPatch} patch */
  #change(patch) {
    const reply = this.#requests.send('/voice/settings', 'PATCH', patch);
    return this.#order.show(reply, (settings) => {
      if (this.#settings !== null) this.#showSettings({ ...this.#settings, settings });
    });
  }

  /** @param {string | null} channelId */
  async #select(channelId) {
    // The button says that the person is moved.
    await this.#requests.send('/voice/channel', 'POST', { channel_id: channelId, force: true });
  }
}
