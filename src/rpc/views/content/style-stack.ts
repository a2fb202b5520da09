import type { ContentToken } from '../../../protocol/content-tokens.js';

/** A part of a text between two offsets. */
export interface Piece extends ContentToken {
  /** the parts between the markers of a style */
  readonly children?: readonly Piece[];
}

const STYLES: ReadonlyMap<string, string> = new Map([
  ['**', 'bold'],
  ['*', 'italic'],
  ['_', 'italic'],
  ['__', 'underline'],
  ['~~', 'strikethrough'],
]);

/** A style that has begun. If it does not end, its marker is text. */
interface Frame {
  /** empty for the text itself */
  readonly marker: string;
  readonly start: number;
  readonly pieces: Piece[];
}

/** Nests the parts of a text in its styles. A style cannot contain itself, so at most five are open at a time. */
export class StyleStack {
  readonly #whole: Frame = { marker: '', start: 0, pieces: [] };
  readonly #open: Frame[] = [];

  constructor(private readonly text: string) {}

  /** Adds the next part; adjacent texts are joined. */
  add(piece: Piece): void {
    const { pieces } = this.#top;
    const last = pieces.at(-1);
    if (piece.type === 'text' && last?.type === 'text') last.end = piece.end;
    else pieces.push(piece);
  }

  addText(start: number, end: number): void {
    this.add({ type: 'text', start, end });
  }

  /** Begins or ends a style at an offset. @returns where its marker ends, or null if there is none */
  readMarker(at: number): number | null {
    const marker = this.#markerAt(at);
    if (marker === null) return null;
    const isOpen = this.#open.some((frame) => frame.marker === marker);
    if (isOpen ? !this.#mayEnd(marker, at) : !this.#mayBegin(marker, at)) return null;
    if (isOpen) this.#end(marker, at + marker.length);
    else this.#open.push({ marker, start: at, pieces: [] });
    return at + marker.length;
  }

  /** Returns all parts; styles that did not end become text. */
  finish(): readonly Piece[] {
    while (this.#open.length > 0) this.#dissolve();
    return this.#whole.pieces;
  }

  get #top(): Frame {
    return this.#open.at(-1) ?? this.#whole;
  }

  /** The marker at an offset; if three characters could be two markers, the open style ends first. */
  #markerAt(at: number): string | null {
    const one = this.text[at] ?? '';
    const two = one + one;
    const isTwo = this.text.startsWith(two, at);
    const endsOne = this.text[at + 2] === one && this.#top.marker === one;
    if (isTwo && !endsOne && STYLES.has(two)) return two;
    return STYLES.has(one) ? one : null;
  }

  #mayBegin(marker: string, at: number): boolean {
    const next = this.text[at + marker.length];
    if (next === undefined || isSpace(next)) return false;
    // No style within snake_case.
    return marker !== '_' || !isWord(this.text[at - 1]);
  }

  #mayEnd(marker: string, at: number): boolean {
    const start = this.#open.find((frame) => frame.marker === marker)?.start ?? at;
    if (at === start + marker.length || isSpace(this.text[at - 1] ?? '')) return false;
    return marker !== '_' || !isWord(this.text[at + 1]);
  }

  #end(marker: string, end: number): void {
    while (this.#top.marker !== marker) this.#dissolve();
    const frame = this.#open.pop();
    if (frame === undefined) return;
    this.add({ type: STYLES.get(marker) ?? 'text', start: frame.start, end, children: frame.pieces });
  }

  /** The innermost style did not end: its marker becomes text, and its parts move to the enclosing style. */
  #dissolve(): void {
    const frame = this.#open.pop();
    if (frame === undefined) return;
    this.addText(frame.start, frame.start + frame.marker.length);
    for (const piece of frame.pieces) this.add(piece);
  }
}

function isSpace(character: string): boolean {
  return /\s/.test(character);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
