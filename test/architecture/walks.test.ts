import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/architecture.md', ROOT), 'utf8');

/** A line of a walk: a file, and what runs in it. */
interface Step {
  readonly depth: number;
  readonly file: string;
  readonly functions: readonly { readonly name: string; readonly calledAs: string }[];
}

/** The walks of the page: each is a list after a comment that says how many files it may have. */
const walks = [...page.matchAll(/<!-- walk: at most (\d+) files -->\n((?: *- .*\n)+)/g)].map(
  ([, most = '', list = '']) => ({ most: Number(most), steps: list.trimEnd().split('\n').map(toStep) }),
);

function toStep(line: string): Step {
  const [, indent = '', file = '', functions = ''] = /^( *)- `([^`]+)` ([^:]+): /.exec(line) ?? [];
  assert.ok(file, `no step: ${line}`);
  return {
    depth: indent.length / 2,
    file,
    functions: [...functions.matchAll(/`([^`]+)`(?: as `([^`]+)`)?/g)].map(([, name = '', alias]) => ({
      name,
      calledAs: (alias ?? name).replace('#', ''),
    })),
  };
}

/** The text of what a file declares under a name: functions, methods and constants, all that have it. */
function bodiesOf({ file, functions }: Step): { name: string; text: string }[] {
  const lines = readFileSync(new URL(file, ROOT), 'utf8').split('\n');
  return functions.map(({ name }) => {
    const escaped = name.replace('$', '\\$');
    const declared = new RegExp(
      `^( *)(?:export )?(?:(?:private|static|async|override|readonly) )*(?:(?:function\\*?|const|get) )?${escaped}(?:[<(:]| =)`,
    );
    const text = lines.flatMap((line, at) => {
      const indent = declared.exec(line)?.[1];
      if (indent === undefined || /[;,]$/.test(line)) return indent === undefined ? [] : [line];
      const end = new RegExp(`^${indent}[}\\])].*[^{(]$|^${indent}[}\\])]$`);
      const length = lines.slice(at + 1).findIndex((later) => end.test(later));
      return lines.slice(at, at + 2 + length);
    });
    assert.notEqual(text.length, 0, `${file} declares no ${name}`);
    return { name, text: text.join('\n') };
  });
}

/** The step that a step is below. */
function parentOf(steps: readonly Step[], at: number): Step | undefined {
  const depth = steps[at]?.depth ?? 0;
  return steps.slice(0, at).findLast((earlier) => earlier.depth < depth);
}

test('the walks of docs/architecture.md name functions that call each other', () => {
  assert.equal(walks.length, 2);
  for (const { steps } of walks) {
    steps.forEach((step, at) => {
      const parent = parentOf(steps, at);
      const own = bodiesOf(step);
      const above = parent === undefined ? [] : bodiesOf(parent);
      for (const { calledAs, name } of step.functions) {
        if (parent === undefined && name === step.functions[0]?.name) continue;
        const callers = [...above, ...own.filter((other) => other.name !== name)];
        const call = new RegExp(`\\b${calledAs}\\b`);
        const isCalled = callers.some(({ text }) => call.test(text));
        assert.ok(
          isCalled,
          `${step.file}: ${name} is not called as ${calledAs} by ${parent?.file ?? 'itself'}`,
        );
      }
    });
  }
});

test('the walks of docs/architecture.md have one line for each file, and not too many', () => {
  for (const { most, steps } of walks) {
    const files = steps.map(({ file }) => file);
    assert.equal(new Set(files).size, files.length);
    assert.ok(files.length <= most, `${files.length} files`);
  }
});
