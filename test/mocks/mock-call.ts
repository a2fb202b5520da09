import type { Call, CallListener, CallSettings, ReceivedFrame } from '#guildhall/hardware/audio/call/call.js';

/** A call whose sound is a test: it speaks through `listener`, and reads what would be played. */
export class MockCall implements Call {
  readonly played: ReceivedFrame[] = [];
  readonly forgotten: string[] = [];
  isPressed = false;
  isMeasured = false;
  isOver = false;

  constructor(
    public settings: CallSettings,
    readonly listener: CallListener,
  ) {}

  configure(settings: CallSettings): void {
    this.settings = settings;
  }

  press(isHeld: boolean): void {
    this.isPressed = isHeld;
  }

  play(frame: ReceivedFrame): void {
    this.played.push(frame);
  }

  forget(userId: string): void {
    this.forgotten.push(userId);
  }

  measure(isWanted: boolean): void {
    this.isMeasured = isWanted;
  }

  close(): void {
    this.isOver = true;
  }
}
