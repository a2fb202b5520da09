import { combineUnsubscribes } from '../../../platform/async/events.js';
import type { DriverHost } from '../../host/driver-host.js';
import type { AUDIO } from '../audio-contract.js';
import type { Call, CallListener, CallSettings, ReceivedFrame } from './call.js';

type AudioDriver = DriverHost<typeof AUDIO>;

/**
 * A call in the audio driver, which runs as long as the call and has one at a time. If it crashes, the call continues when
 * it is back.
 */
export class DriverCall implements Call {
  readonly #release: () => void;
  #isPressed = false;
  #isMeasured = false;
  #isSpeaking = false;

  constructor(
    private readonly driver: AudioDriver,
    private settings: CallSettings,
    private readonly listener: CallListener,
  ) {
    const { availability, events } = driver;
    this.#release = combineUnsubscribes([
      events.on('frame', ({ opus }) => listener.frame(Buffer.from(opus, 'base64'))),
      events.on('speaking', (isSpeaking) => this.#speaking(isSpeaking)),
      events.on('meter', (meter) => listener.meter(meter)),
      events.on('silent', (isSilent) => listener.silent(isSilent)),
      events.on('device', ({ direction, id }) => listener.device(direction, id)),
      availability.on('up', () => this.#begin()),
      // What it was sending has ended, too.
      availability.on('down', () => this.#speaking(false)),
      driver.need(),
    ]);
    this.#begin();
  }

  configure(settings: CallSettings): void {
    this.settings = settings;
    this.driver.notify('call', settings);
  }

  press(isHeld: boolean): void {
    this.#isPressed = isHeld;
    this.driver.notify('press', isHeld);
  }

  measure(isWanted: boolean): void {
    this.#isMeasured = isWanted;
    this.driver.notify('meter', isWanted);
  }

  play({ opus, sequence, timestamp, userId }: ReceivedFrame): void {
    this.driver.notify('received', { userId, sequence, timestamp, opus: opus.toString('base64') });
  }

  forget(userId: string): void {
    this.driver.notify('left', userId);
  }

  close(): void {
    this.driver.notify('call', null);
    this.#release();
  }

  /** A driver that has just started, for the first time or after a crash, knows nothing of the call. */
  #begin(): void {
    this.driver.notify('call', this.settings);
    this.driver.notify('press', this.#isPressed);
    this.driver.notify('meter', this.#isMeasured);
  }

  #speaking(isSpeaking: boolean): void {
    if (isSpeaking === this.#isSpeaking) return;
    this.#isSpeaking = isSpeaking;
    this.listener.speaking(isSpeaking);
  }
}
