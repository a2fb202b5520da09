import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { encodePng } from '#guildhall/net/images/png-file.js';

const MAX_COLORS = 256;

/** The same picture with at most 256 colors, as a PNG file of about a third of the size. Others become the closest one. */
export function toIndexedPng(png: Buffer): Buffer {
  const { data, height, width } = PNG.sync.read(png);
  const colors = Array.from({ length: width * height }, (_, pixel) => data.readUIntBE(4 * pixel, 3));
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = choosePalette(counts);
  const indexes = new Map([...counts.keys()].map((color) => [color, closest(palette, color)]));
  const rows = Array.from({ length: height }, (_, row) => {
    const pixels = colors.slice(row * width, (row + 1) * width);
    return Buffer.from([0, ...pixels.map((color) => indexes.get(color) ?? 0)]);
  });
  return encodePng({ width, height, depth: 8, type: 3 }, [
    ['PLTE', Buffer.from(palette.flatMap(partsOf))],
    ['IDAT', deflateSync(Buffer.concat(rows), { level: 9, memLevel: 9 })],
  ]);
}

/**
 * Chooses the most frequent color, and then again and again the one that is shown worst by those chosen, so that a small
 * colored mark counts as much as many edges of gray letters.
 */
function choosePalette(counts: ReadonlyMap<number, number>): number[] {
  const left = [...counts].map(([color, count]) => ({ color, count, error: 3 * 255 ** 2 }));
  const palette: number[] = [];
  while (palette.length < MAX_COLORS) {
    const worst = left.reduce((a, b) => (b.error * b.count > a.error * a.count ? b : a));
    if (worst.error === 0) break;
    palette.push(worst.color);
    for (const one of left) one.error = Math.min(one.error, distance(one.color, worst.color));
  }
  return palette;
}

/** The index of the color that differs least. */
function closest(palette: readonly number[], color: number): number {
  const distances = palette.map((one) => distance(one, color));
  return distances.indexOf(Math.min(...distances));
}

function distance(one: number, other: number): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  return a.reduce((sum, part, index) => sum + (part - (b[index] ?? 0)) ** 2, 0);
}

/** Red, green and blue. */
function partsOf(color: number): number[] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}
