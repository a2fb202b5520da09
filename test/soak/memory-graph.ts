const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [720, 260, 50, 30, 30] as const;
const COLORS = ['#2f6fd0', '#c2571a', '#2e8b57', '#8a4fbf'] as const;
const MIB = 1024 * 1024;

export interface Line {
  readonly name: string;
  /** in bytes */
  readonly values: readonly number[];
}

/** Draws memory over time as an SVG. @param minutes from the first value to the last */
export function memoryGraph(lines: readonly Line[], minutes: number): string {
  const most = Math.ceil(Math.max(...lines.flatMap(({ values }) => values)) / (20 * MIB)) * 20;
  const x = (share: number) => (LEFT + share * (WIDTH - LEFT - 10)).toFixed(1);
  const y = (mebibytes: number) =>
    (HEIGHT - BOTTOM - (mebibytes / most) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const drawn = lines.map(({ name, values }, index) => {
    const color = COLORS[index % COLORS.length];
    const points = values.map((bytes, at) => `${x(at / (values.length - 1))},${y(bytes / MIB)}`);
    return [
      `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points.join(' ')}"/>`,
      `<text x="${LEFT + index * 165}" y="16" fill="${color}">${name}</text>`,
    ].join('\n');
  });
  const scale = Array.from({ length: most / 20 + 1 }, (_, index) => index * 20).map(
    (mebibytes) =>
      `<path d="M${x(0)} ${y(mebibytes)}H${x(1)}" stroke="#8884"/><text x="8" y="${y(mebibytes)}">${mebibytes} MiB</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="10" fill="#888">`,
    ...scale,
    ...drawn,
    `<text x="${x(0)}" y="${HEIGHT - 10}">0</text>`,
    `<text x="${WIDTH - 10}" y="${HEIGHT - 10}" text-anchor="end">${minutes} minutes</text>`,
    '</svg>\n',
  ].join('\n');
}
