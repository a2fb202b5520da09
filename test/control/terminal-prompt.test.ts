import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { ReadStream, WriteStream } from 'node:tty';
import { TerminalPrompt, type TerminalPromptOptions } from '#guildhall/control/consent/terminal-prompt.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { withDesk } from './desk.js';
import { consentRequest } from './requests.js';

const never = new AbortController().signal;
const toCommand = (...words: readonly string[]) => ['guildhall', ...words, '--home', '/srv/home'].join(' ');

/** A terminal whose foreground the test decides. */
function createTerminal() {
  const input = Object.assign(new PassThrough(), { unref: () => {} });
  const output = new PassThrough();
  let text = '';
  output.on('data', (part) => {
    text += part;
  });
  const state = { isForeground: true };
  const terminal = {
    // A terminal's streams, as far as the prompt uses them.
    input: input as unknown as ReadStream,
    output: output as unknown as WriteStream,
    isInForeground: async () => state.isForeground,
  };
  return { terminal, state, input, text: () => text };
}

function startPrompt(
  consent: TerminalPromptOptions['consent'],
  terminal: TerminalPromptOptions['terminal'],
  clock: ManualClock,
): TerminalPrompt {
  return new TerminalPrompt({ consent, terminal, toCommand, clock, log: silentLogger });
}

test(
  'the command that shows a lasting grant names the home of the daemon',
  withDesk(async (consent) => {
    const clock = new ManualClock();
    const { terminal, input, text } = createTerminal();
    const prompt = startPrompt(consent, terminal, clock);
    const answer = consent.ask(consentRequest(), never);
    await settle();
    await clock.advance(1_000);
    input.write('always\n');
    assert.equal((await answer).allowed, true);
    await settle();
    assert.match(text(), /Allowed until you revoke it: guildhall grants list --home \/srv\/home shows it\./);
    await prompt.stop();
  }),
);

test(
  'a daemon in the background does not read the terminal, which would stop it, and reads once it is in the foreground',
  withDesk(async (consent) => {
    const clock = new ManualClock();
    const { terminal, state, input } = createTerminal();
    state.isForeground = false;
    const prompt = startPrompt(consent, terminal, clock);
    assert.equal(clock.timers, 0, 'nothing is watched while nobody is asked');
    const answer = consent.ask(consentRequest(), never);
    await settle();
    assert.equal(input.readableFlowing, null);
    state.isForeground = true;
    await clock.advance(500);
    assert.equal(input.readableFlowing, true);
    state.isForeground = false;
    await clock.advance(500);
    assert.equal(input.readableFlowing, false);
    state.isForeground = true;
    await clock.advance(500);
    input.write('deny\n');
    assert.equal((await answer).allowed, false);
    await settle();
    assert.equal(input.readableFlowing, false, 'nothing is read while nobody is asked');
    assert.equal(clock.timers, 0, 'nothing is watched while nobody is asked');
    await prompt.stop();
    assert.equal(clock.timers, 0);
  }),
);

test(
  'an answer that is typed twice counts once, and the next request is asked about once',
  withDesk(async (consent) => {
    const clock = new ManualClock();
    const { terminal, input, text } = createTerminal();
    const prompt = startPrompt(consent, terminal, clock);
    const first = consent.ask(consentRequest({ name: 'First' }), never);
    await settle();
    void consent.ask(consentRequest({ id: '2', name: 'Second' }), never);
    await clock.advance(1_000);
    input.write('deny\ndeny\n');
    assert.equal((await first).allowed, false);
    await settle();
    assert.equal(text().split('Second').length, 2, text());
    assert.ok(!text().includes('no longer waits'), text());
    await prompt.stop();
  }),
);

test(
  'an answer counts once the question has been open for a second, and only as a whole word',
  withDesk(async (consent) => {
    const clock = new ManualClock();
    const { terminal, input, text } = createTerminal();
    const prompt = startPrompt(consent, terminal, clock);
    const answer = consent.ask(consentRequest(), never);
    const questions = () => text().split('Type once, always or deny').length - 1;
    await settle();
    input.write('always\n');
    await clock.advance(999);
    input.write('always\n');
    await clock.advance(1);
    assert.equal(questions(), 3, text());
    input.write('y\n\nalwaysonce\n');
    await settle();
    assert.equal(questions(), 6, text());
    input.write('once\n');
    assert.equal((await answer).allowed, true);
    await prompt.stop();
  }),
);

test(
  'an answer that gives nothing by now is reported',
  withDesk(async (consent) => {
    const clock = new ManualClock();
    const { terminal, input, text } = createTerminal();
    const prompt = startPrompt(consent, terminal, clock);
    const give = () => Promise.reject(new Error('it was renamed\u001b[2J'));
    const refused = assert.rejects(consent.ask(consentRequest({ give }), never));
    await settle();
    await clock.advance(1_000);
    input.write('always\n');
    await refused;
    await settle();
    assert.match(text(), /the application did not get what you allowed: it was renamed\[U\+001B\]/);
    assert.ok(!text().includes('Allowed until'), text());
    await prompt.stop();
  }),
);

test(
  'text of an application cannot act on the terminal',
  withDesk(async (consent) => {
    const { terminal, text } = createTerminal();
    const prompt = startPrompt(consent, terminal, new ManualClock());
    void consent.ask(consentRequest({ name: 'Game\u001b[2J\u202eonce\n' }), never);
    await settle();
    assert.ok(text().includes('Game'));
    for (const character of ['\u001b', '\u202e']) assert.ok(!text().includes(character));
    await prompt.stop();
  }),
);
