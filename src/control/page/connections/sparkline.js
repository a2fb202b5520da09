import { SECONDS } from './traffic.js';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 120;
const HEIGHT = 28;

/** A small line of values over the last minute. It is decorative: the newest value is shown next to it. */
export class Sparkline {
  element = document.createElementNS(SVG, 'svg');
  #area = document.createElementNS(SVG, 'polygon');
  #line = document.createElementNS(SVG, 'polyline');

  constructor() {
    this.element.setAttribute('class', 'sparkline');
    this.element.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    this.element.setAttribute('preserveAspectRatio', 'none');
    this.element.setAttribute('aria-hidden', 'true');
    this.element.append(this.#area, this.#line);
  }

  /** @param {readonly number[]} values one for each second, the newest last */
  show(values) {
    const top = Math.max(1, ...values);
    const points = values.map((value, index) => {
      const x = WIDTH - (values.length - 1 - index) * (WIDTH / (SECONDS - 1));
      return `${x.toFixed(1)},${(HEIGHT - 1 - (value / top) * (HEIGHT - 3)).toFixed(1)}`;
    });
    this.#line.setAttribute('points', points.join(' '));
    const first = points[0]?.split(',')[0] ?? '0';
    const area = points.length > 1 ? `${first},${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}` : '';
    this.#area.setAttribute('points', area);
  }
}
