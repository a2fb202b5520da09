/** The largest picture of an image, in pixels of CSS. */
const WIDTH = 360;
const HEIGHT = 270;

/**
 * Shows images of messages as still pictures, once they are scrolled to. The daemon fetches them from the service; the page
 * loads nothing from elsewhere.
 */
export class MessageImages {
  /** @type {(message: string, file: string) => Promise<Blob>} */
  #fetch = () => Promise.reject(new TypeError('there is no channel'));
  /** @type {WeakMap<Element, { readonly message: string, readonly file: string }>} */
  #waiting = new WeakMap();
  #observer;

  /** @param {HTMLElement} scroll the element that scrolls */
  constructor(scroll) {
    this.#observer = new IntersectionObserver((entries) => this.#look(entries), {
      root: scroll,
      rootMargin: '200px',
    });
  }

  /** @param {(message: string, file: string) => Promise<Blob>} fetchImage of the channel that is shown */
  setSource(fetchImage) {
    this.#fetch = fetchImage;
  }

  /**
   * An element that has its size from the start, so that nothing moves.
   *
   * @param {string} message
   * @param {string} file
   * @param {{ readonly width: number, readonly height: number }} size
   * @returns {HTMLElement}
   */
  create(message, file, { width, height }) {
    const canvas = document.createElement('canvas');
    const scale = Math.min(1, WIDTH / width, HEIGHT / height);
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.className = 'message-image';
    // The name of the file is next to it.
    canvas.setAttribute('aria-hidden', 'true');
    this.#waiting.set(canvas, { message, file });
    this.#observer.observe(canvas);
    return canvas;
  }

  /** @param {readonly IntersectionObserverEntry[]} entries */
  #look(entries) {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting && target.isConnected) continue;
      this.#observer.unobserve(target);
      if (isIntersecting && target instanceof HTMLCanvasElement) void this.#draw(target);
    }
  }

  /** @param {HTMLCanvasElement} canvas */
  async #draw(canvas) {
    const image = this.#waiting.get(canvas);
    if (image === undefined) return;
    try {
      const { width, height } = canvas;
      const options = {
        resizeWidth: width,
        resizeHeight: height,
        resizeQuality: /** @type {const} */ ('high'),
      };
      const bitmap = await createImageBitmap(await this.#fetch(image.message, image.file), options);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      bitmap.close();
    } catch {
      // The link to the file remains.
      canvas.hidden = true;
    }
  }
}
