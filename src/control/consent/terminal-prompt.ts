import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import { type Clock, hasPassed } from '../../platform/clock.js';
import { messageOf, UserError } from '../../platform/errors.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { ForegroundTerminal } from '../../platform/processes/foreground-terminal.js';
import { toIsolatedText, toVisibleText } from '../../platform/text/visible-text.js';
import type { ConsentDecision, ConsentDesk } from './consent-desk.js';
import { requestLines } from './request-text.js';
import type { WaitingConsent } from './waiting-consent.js';

/** How long a question is shown before an answer counts, in milliseconds. */
const ARMING_MS = 1_000;
/** How often it is looked whether the process is still in the foreground, in milliseconds. */
const FOREGROUND_INTERVAL_MS = 500;
/** Longer lines are not answers. */
const MAX_LINE = 256;

/** Words, and not letters, so that nothing that was typed for something else is an answer. */
const ANSWERS: ReadonlyMap<string, ConsentDecision> = new Map([
  ['once', 'allow-once'],
  ['always', 'allow'],
  ['deny', 'deny'],
]);
const QUESTION =
  'Type once, always or deny, and press Enter (once: until it disconnects; always: until you revoke it): ';

/** A request that is asked about. */
interface Question {
  readonly request: WaitingConsent;
  /** when it was shown, in milliseconds since the Unix epoch */
  readonly at: number;
  readonly stopWatching: () => void;
}

export interface TerminalPromptOptions {
  readonly consent: ConsentDesk;
  readonly terminal: ForegroundTerminal;
  /** a command of the CLI for the home of this daemon */
  readonly toCommand: (...words: readonly string[]) => string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Asks about waiting requests in the terminal that the daemon was started in, one after another. */
export class TerminalPrompt implements Component {
  readonly #unsubscribe: Unsubscribe;
  #asked: Question | null = null;
  #isReading = false;
  #line = '';
  /** while an answer of the terminal is carried out */
  #isDeciding = false;
  #isStopped = false;

  constructor(private readonly options: TerminalPromptOptions) {
    const { consent } = options;
    this.#unsubscribe = combineUnsubscribes([
      consent.on('changed', () => this.#review()),
      consent.on('unanswered', ({ application }) =>
        this.#print(`Nobody answered ${toIsolatedText(application.name)} in time: it was refused.`),
      ),
    ]);
    this.#review();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#endQuestion();
    this.#setReading(false);
  }

  /** Asks about the oldest request, once the one that was asked about is decided. */
  #review(): void {
    if (this.#isDeciding || this.#isStopped) return;
    const waiting = this.options.consent.waiting();
    if (this.#asked !== null && waiting.some(({ id }) => id === this.#asked?.request.id)) return;
    if (this.#asked !== null) this.#print('\nIt no longer waits.');
    const [request] = waiting;
    this.#endQuestion();
    if (request === undefined) this.#setReading(false);
    else this.#ask(request);
  }

  #ask(request: WaitingConsent): void {
    const { clock, terminal } = this.options;
    this.#print(['', ...requestLines(request)].join('\n'));
    terminal.output.write(QUESTION);
    const stopWatching = clock.every(FOREGROUND_INTERVAL_MS, () => void this.#readInForeground());
    this.#asked = { request, at: clock.now(), stopWatching };
    void this.#readInForeground();
  }

  #endQuestion(): void {
    this.#asked?.stopWatching();
    this.#asked = null;
  }

  async #readInForeground(): Promise<void> {
    const isInForeground = await this.options.terminal.isInForeground();
    this.#setReading(isInForeground && this.#asked !== null);
  }

  #setReading(isReading: boolean): void {
    if (isReading === this.#isReading) return;
    this.#isReading = isReading;
    const { input } = this.options.terminal;
    if (isReading) {
      input.on('data', this.#receive).resume();
    } else {
      input.off('data', this.#receive).pause();
      // It must not keep the process alive.
      input.unref();
      this.#line = '';
    }
  }

  readonly #receive = (bytes: Buffer | string): void => {
    const lines = (this.#line + bytes.toString()).split(/\r?\n/);
    this.#line = (lines.pop() ?? '').slice(-MAX_LINE);
    for (const line of lines) this.#answer(line.trim().toLowerCase());
  };

  #answer(word: string): void {
    const { clock, log, terminal } = this.options;
    const asked = this.#asked;
    // Two lines may arrive together: the second one is not an answer to the next request.
    if (asked === null || this.#isDeciding) return;
    const decision = ANSWERS.get(word);
    if (decision === undefined || !hasPassed(clock.now(), asked.at, ARMING_MS)) {
      terminal.output.write(QUESTION);
      return;
    }
    this.#decide(asked.request, decision).catch((error: unknown) =>
      log.error({ reason: messageOf(error) }, 'failed to decide a request'),
    );
  }

  async #decide({ id }: WaitingConsent, decision: ConsentDecision): Promise<void> {
    this.#isDeciding = true;
    try {
      const isDecided = await this.options.consent.decide(id, decision);
      this.#print(isDecided ? this.#outcomeOf(decision) : 'It no longer waits.');
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#print(toVisibleText(error.message));
    } finally {
      this.#isDeciding = false;
      this.#endQuestion();
      this.#review();
    }
  }

  #outcomeOf(decision: ConsentDecision): string {
    if (decision === 'deny') return 'Denied.';
    if (decision === 'allow-once') return 'Allowed until it disconnects.';
    return `Allowed until you revoke it: ${this.options.toCommand('grants', 'list')} shows it.`;
  }

  #print(text: string): void {
    this.options.terminal.output.write(`${text}\n`);
  }
}
