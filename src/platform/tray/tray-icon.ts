import type { BusValue } from '../dbus/values.js';
import type { IconState } from './tray.js';

type Color = readonly [red: number, green: number, blue: number];
type Line = readonly (readonly [x: number, y: number])[];

const SIDE = 32;
const CORNER = 8;
const LINE_WIDTH = 2.4;
const GROUND: Color = [0x3d, 0x5a, 0x80];
const MUTED: Color = [0xb3, 0x26, 0x1e];
const WHITE: Color = [0xff, 0xff, 0xff];
const YELLOW: Color = [0xff, 0xd1, 0x66];
/** The dot for waiting requests, in the upper right corner. */
const MARK = { x: 25.5, y: 6.5, radius: 6 };

/** The lines of `icon.svg`: roof, columns and base; the door. */
const HALL: readonly Line[] = [
  [
    [6.5, 13.2],
    [16, 7],
    [25.5, 13.2],
  ],
  [
    [9.5, 16],
    [9.5, 22.5],
  ],
  [
    [22.5, 16],
    [22.5, 22.5],
  ],
  [
    [7, 25],
    [25, 25],
  ],
];
const DOOR: readonly Line[] = [
  [
    [13.6, 22.5],
    [13.6, 18.9],
    [14.8, 16.9],
    [17.2, 16.9],
    [18.4, 18.9],
    [18.4, 22.5],
  ],
];

/**
 * Draws the tray icon as `a(iiay)`: width, height, and the pixels as ARGB, row by row (StatusNotifierItem, Icons). Icon themes
 * have none for Guildhall.
 */
export function drawTrayIcon({ isMuted, needsAttention }: IconState): BusValue {
  const bytes: number[] = [];
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      const [x, y] = [column + 0.5, row + 0.5];
      const mark = needsAttention ? coverage(MARK.radius - Math.hypot(x - MARK.x, y - MARK.y)) : 0;
      const layers: readonly (readonly [Color, number])[] = [
        [WHITE, lineCoverage(HALL, x, y)],
        [YELLOW, lineCoverage(DOOR, x, y)],
        [YELLOW, mark],
      ];
      const color = layers.reduce(
        (below, [above, part]) => mix(below, above, part),
        isMuted ? MUTED : GROUND,
      );
      bytes.push(Math.round(255 * Math.max(mark, groundCoverage(x, y))), ...color.map(Math.round));
    }
  }
  return [[SIDE, SIDE, bytes]];
}

/** The part of a pixel that a shape covers. @param inside how far its center is inside the shape, in pixels */
function coverage(inside: number): number {
  return Math.min(1, Math.max(0, inside + 0.5));
}

/** The coverage of the square with round corners. */
function groundCoverage(x: number, y: number): number {
  const [right, down] = [x, y].map((at) => Math.max(0, Math.abs(at - SIDE / 2) - (SIDE / 2 - CORNER)));
  return coverage(CORNER - Math.hypot(right ?? 0, down ?? 0));
}

function lineCoverage(lines: readonly Line[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    for (const [index, [endX, endY]] of line.entries()) {
      const [startX, startY] = line[Math.max(0, index - 1)] ?? [endX, endY];
      const [alongX, alongY] = [endX - startX, endY - startY];
      const length = alongX ** 2 + alongY ** 2;
      const at = length === 0 ? 0 : ((x - startX) * alongX + (y - startY) * alongY) / length;
      const part = Math.min(1, Math.max(0, at));
      nearest = Math.min(nearest, Math.hypot(x - startX - part * alongX, y - startY - part * alongY));
    }
  }
  return coverage(LINE_WIDTH / 2 - nearest);
}

function mix(below: Color, above: Color, part: number): Color {
  const [red, green, blue] = [0, 1, 2].map((at) => (below[at] ?? 0) * (1 - part) + (above[at] ?? 0) * part);
  return [red ?? 0, green ?? 0, blue ?? 0];
}
