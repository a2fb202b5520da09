import { letterAvatar } from '../../../platform/text/letter-avatar.js';
import { fetchIcon } from '../daemon/api.js';

/** @typedef {{ id: string, name: string, icon: string | null }} Application */

/** The size in pixels: enough for the largest avatar on a high-density screen. */
const SIZE = 128;

/** The maximum number of decoded icons in the cache. */
const DECODED = 64;

/**
 * Decoded icons by application and hash; null if there is none.
 *
 * @type {Map<string, Promise<ImageBitmap | null>>}
 */
const bitmaps = new Map();

/**
 * Shows the icon of an application, or its letter without one. It is decorative: the name is shown next to it.
 *
 * @param {HTMLElement} avatar
 * @param {Application} application
 */
export function showAvatar(avatar, application) {
  const { letter, hue } = letterAvatar(application);
  avatar.textContent = letter;
  avatar.dataset.hue = String(hue);
  delete avatar.dataset.icon;
  const { id, icon } = application;
  if (icon === null) return;
  const key = `${id}/${icon}`;
  avatar.dataset.icon = key;
  void decodedIcon(key, id, icon).then((bitmap) => {
    // Another application may be shown by now.
    if (bitmap !== null && avatar.dataset.icon === key) avatar.replaceChildren(draw(bitmap));
  });
}

/**
 * @param {string} key
 * @param {string} id
 * @param {string} hash
 */
function decodedIcon(key, id, hash) {
  const known = bitmaps.get(key);
  if (known !== undefined) return known;
  const decoded = decode(id, hash).catch(() => {
    // The service may be reachable next time.
    bitmaps.delete(key);
    return null;
  });
  bitmaps.set(key, decoded);
  const [oldest] = bitmaps.keys();
  if (bitmaps.size > DECODED && oldest !== undefined) bitmaps.delete(oldest);
  return decoded;
}

/**
 * The central square of an icon. Of an animation only the first frame: nothing should move next to a decision.
 *
 * @param {string} id
 * @param {string} hash
 * @returns {Promise<ImageBitmap>}
 */
async function decode(id, hash) {
  const whole = await createImageBitmap(await fetchIcon(id, hash));
  const side = Math.min(whole.width, whole.height);
  const left = Math.floor((whole.width - side) / 2);
  const top = Math.floor((whole.height - side) / 2);
  const options = { resizeWidth: SIZE, resizeHeight: SIZE, resizeQuality: /** @type {const} */ ('high') };
  const square = await createImageBitmap(whole, left, top, side, side, options);
  whole.close();
  return square;
}

/** @param {ImageBitmap} bitmap */
function draw(bitmap) {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  return canvas;
}
