import { Option } from 'commander';
import { captureShortcut } from '../../control/operations/capture.js';
import { UserError } from '../../platform/errors.js';
import { toIsolatedText } from '../../platform/text/visible-text.js';
import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import type { Invocation, NamedCommand } from './invocation.js';
import { parseWith, readNumber } from './option-values.js';
import type { Terminal } from './terminal.js';

const CTRL_C = 0x03;
const INTERRUPT_GRACE = 1_000;
/** The longest time to wait, in seconds. */
const MAX_SECONDS = 3600;

/** The flag that limits how long a command waits for a shortcut, in seconds; its value is `for`. */
export function limitOption(): Option {
  const option = new Option('--for <seconds>', 'how long to wait for one at most');
  return option.argParser(parseWith((value) => readNumber(value, 1, MAX_SECONDS)));
}

/**
 * Captures one shortcut: what the person presses in the terminal is not typed into it. Ctrl+C ends it.
 *
 * @param seconds how long to wait for one, from when the daemon listens; null: until it is ended
 * @throws {UserError} nothing was captured
 */
export async function captureInTerminal(
  { daemon, guildhall, terminal, note }: Invocation,
  seconds: number | null = null,
): Promise<Shortcut> {
  const keyboardInterrupt = new AbortController();
  const restoreInput = swallowInput(terminal, keyboardInterrupt);
  const interrupted = AbortSignal.any([terminal.interrupted, keyboardInterrupt.signal]);
  // Not AbortSignal.timeout: only the combined signal would refer to it, weakly, and it could be collected.
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const ended = AbortSignal.any([interrupted, limit.signal]);
  try {
    for await (const { state, shortcut, has_device } of daemon.stream(captureShortcut, {}, {}, ended)) {
      if (state === 'listening' && !has_device) terminal.writeError(noDeviceText(guildhall));
      if (state === 'listening') {
        // A busy machine may need longer than the limit to open its devices.
        if (seconds !== null) timer ??= setTimeout(() => limit.abort(), seconds * 1000);
        note(`Press a combination of keys or buttons and release it…${limitText(seconds)}`);
      } else if (state === 'changed') note(`  ${shortcutText(shortcut)}`);
      else return shortcut;
    }
    throw new UserError(interrupted.aborted ? 'ended; nothing was captured' : nothingIn(seconds));
  } finally {
    clearTimeout(timer);
    restoreInput();
  }
}

function noDeviceText(guildhall: NamedCommand): string {
  return `No keyboard, mouse or gamepad is connected to this machine. Connect one, or end with Ctrl+C. See: ${guildhall('devices')}\n`;
}

function limitText(seconds: number | null): string {
  return seconds === null ? ' (Ctrl+C ends this)' : ` (for ${seconds} s; Ctrl+C ends this)`;
}

function nothingIn(seconds: number | null): string {
  return seconds === null ? 'nothing was captured' : `nothing was captured in ${seconds} s`;
}

/** Keeps the pressed keys from being typed into the shell afterwards. */
function swallowInput({ input }: Terminal, interrupt: AbortController): () => void {
  if (input.isTTY !== true || input.setRawMode === undefined) return () => {};
  const onData = (data: Buffer) => {
    // Ctrl+C may be the shortcut. If no driver captured it (e.g. in a remote terminal), it ends the command.
    if (data.includes(CTRL_C)) setTimeout(() => interrupt.abort(), INTERRUPT_GRACE).unref();
  };
  input.setRawMode(true);
  input.on('data', onData);
  return () => {
    input.off('data', onData);
    input.setRawMode?.(false);
    input.pause();
  };
}

function shortcutText(shortcut: Shortcut): string {
  return shortcut
    .map((key) => `${toIsolatedText(key.name)} (type ${key.type}, code ${key.code})`)
    .join(' + ');
}
