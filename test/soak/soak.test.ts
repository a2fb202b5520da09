// test:all soak: takes half an hour and measures memory
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { settledUsage } from '../attack/run/final-state.js';
import type { ResourceUsage } from '../attack/run/resource-usage.js';
import { median } from '../bench/kernel/statistics.js';
import { onlyLinux } from '../helpers/only-on.js';
import { type Line, memoryGraph } from './memory-graph.js';
import { SoakScene } from './soak-scene.js';

const MINUTES = Number(process.env.GUILDHALL_TEST_MINUTES ?? 30);
const SAMPLES = 60;
const MIB = 1024 * 1024;

/** How much the memory in use may grow from the second third of the time to the last one, in bytes. */
const MAX_GROWTH = 1 * MIB;
/** The same of the memory that the process has. */
const MAX_RESIDENT_GROWTH = 6 * MIB;
/** How much more may be in use once nobody is connected than when the measurement began, in bytes. */
const MAX_LEFT = 4 * MIB;

/** Written with each run; docs/images/soak.svg is the one that was last looked at. */
const GRAPH = new URL('../../build/soak.svg', import.meta.url);

const skip = onlyLinux('it reads /proc');

test(`two daemons that are used for ${MINUTES} minutes keep no memory`, { skip }, async () => {
  const toStop: (() => Promise<unknown>)[] = [];
  try {
    const scene = await SoakScene.set(toStop);
    // What is compiled, loaded and filled once counts as there from the start: it takes some minutes of use.
    await use(scene, MINUTES * 10);
    const samples = scene.members.map(() => [] as ResourceUsage[]);
    for (let taken = 0; taken < SAMPLES; taken += 1) {
      for (const [index, { probe }] of scene.members.entries())
        samples[index]?.push(await settledUsage(probe));
      await use(scene, (MINUTES * 60) / SAMPLES);
    }
    for (const member of scene.members) await member.leave();
    const left = await Promise.all(scene.members.map(({ probe }) => settledUsage(probe)));
    draw(scene, samples);
    for (const [index, { name }] of scene.members.entries())
      assertFlat(name, samples[index] ?? [], left[index]);
  } finally {
    for (const stop of toStop.reverse()) await stop();
  }
});

/** Uses the daemons once a second for so many seconds. */
async function use(scene: SoakScene, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) await Promise.all([scene.use(), sleep(1000)]);
}

function draw(scene: SoakScene, samples: readonly (readonly ResourceUsage[])[]): void {
  const lines = scene.members.flatMap(({ name }, index): Line[] => {
    const usages = samples[index] ?? [];
    return [
      { name: `${name}: resident`, values: usages.map(({ memory }) => memory) },
      { name: `${name}: in use`, values: usages.map(({ live }) => live) },
    ];
  });
  mkdirSync(new URL('.', GRAPH), { recursive: true });
  writeFileSync(fileURLToPath(GRAPH), memoryGraph(lines, MINUTES));
}

function assertFlat(name: string, usages: readonly ResourceUsage[], left: ResourceUsage | undefined): void {
  const [second, last] = [usages.slice(SAMPLES / 3, (2 * SAMPLES) / 3), usages.slice((2 * SAMPLES) / 3)];
  const growth = (of: (usage: ResourceUsage) => number) => median(last.map(of)) - median(second.map(of));
  const [live, resident] = [growth((usage) => usage.live), growth((usage) => usage.memory)];
  const kept = (left?.live ?? Number.POSITIVE_INFINITY) - (usages[0]?.live ?? 0);
  const figures = `${name}: in use ${mebibytes(live)}, resident ${mebibytes(resident)}, kept ${mebibytes(kept)}`;
  process.stdout.write(`${figures}\n`);
  assert.ok(live <= MAX_GROWTH && resident <= MAX_RESIDENT_GROWTH && kept <= MAX_LEFT, figures);
}

function mebibytes(bytes: number): string {
  return `${(bytes / MIB).toFixed(2)} MiB`;
}
