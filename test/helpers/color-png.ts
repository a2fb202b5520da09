import { deflateSync } from 'node:zlib';
import { encodePng } from '#guildhall/net/images/png-file.js';

/** A PNG of one color that every browser shows. @param color red, green, blue and opacity, each 0–255 */
export function colorPng(
  width: number,
  height: number,
  color: readonly [number, number, number, number],
): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 4, Buffer.from(color))]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return encodePng({ width, height, depth: 8, type: 6 }, [['IDAT', deflateSync(rows)]]);
}
