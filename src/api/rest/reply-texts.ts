import { JsonText } from './operation.js';

interface Kept {
  readonly version: number;
  readonly text: JsonText;
}

/** Replies that are asked for again and again, as text, kept as long as the state they were made from. */
export class ReplyTexts {
  #kept = new WeakMap<object, Kept>();

  /**
   * @param subject what the reply shows
   * @param version of the subject; 0 for one that never changes in place
   */
  of(subject: object, version: number, make: () => object): JsonText {
    const kept = this.#kept.get(subject);
    if (kept?.version === version) return kept.text;
    const text = new JsonText(JSON.stringify(make()));
    this.#kept.set(subject, { version, text });
    return text;
  }

  /** For what shows in many replies, such as a name. */
  forgetAll(): void {
    this.#kept = new WeakMap();
  }
}
