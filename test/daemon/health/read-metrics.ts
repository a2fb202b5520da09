import assert from 'node:assert/strict';

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/y;

/**
 * Reads the text format of Prometheus (version 0.0.4), and checks that it is well formed: each sample belongs to a metric with
 * a help text and a type, and no sample comes twice.
 *
 * @returns the values by name and labels, e.g. `guildhall_http_requests_total{status="2xx"}`
 */
export function readMetrics(text: string): ReadonlyMap<string, number> {
  assert.ok(text.endsWith('\n'), 'the last line has no end');
  const [helps, types] = [new Set<string>(), new Map<string, string>()];
  const samples = new Map<string, number>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') helps.add(name);
    else if (kind === 'TYPE') types.set(name, rest);
    else addSample(line);
  }
  return samples;

  function addSample(line: string): void {
    const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? assert.fail(`no sample: ${line}`);
    const metric = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    assert.ok(helps.has(metric) && types.has(metric), `${name} is not declared`);
    checkLabels(labels);
    const key = labels === '' ? name : `${name}{${labels}}`;
    assert.ok(!samples.has(key), `${key} comes twice`);
    const number = Number(value?.replace('+Inf', 'Infinity'));
    // As Prometheus reads it, in either case.
    assert.ok(!Number.isNaN(number) || value?.toLowerCase() === 'nan', `no number: ${line}`);
    samples.set(key, number);
  }
}

function checkLabels(text: string): void {
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) assert.ok(LABEL.test(text), `no labels: ${text}`);
}
