import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { patience } from '../../helpers/patience.js';

/**
 * What a shell offers for a line.
 *
 * @param script the completion, a file
 * @param line with the cursor at its end
 * @param folder the working directory
 */
export async function completeWithBash(script: string, line: string, folder: string): Promise<string[]> {
  const words = line.split(' ').map((word) => JSON.stringify(word));
  const program = `
    source ${script}
    COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}
    _guildhall
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return lines(await run('bash', ['--norc', '-c', program], folder));
}

/** The same for fish, which has a command for it. */
export async function completeWithFish(script: string, line: string, folder: string): Promise<string[]> {
  const program = `source ${script}; complete -C ${JSON.stringify(line)}`;
  const offered = lines(await run('fish', ['--no-config', '-c', program], folder));
  return offered.map((each) => each.split('\t')[0] ?? '');
}

/** The same for zsh, which completes only in a terminal; what it would show is written to a file. */
export async function completeWithZsh(script: string, line: string, folder: string): Promise<string[]> {
  const found = join(folder, 'found');
  const inner = join(folder, 'inner.zsh');
  await writeFile(found, '');
  await writeFile(
    inner,
    `autoload -Uz compinit && compinit -u -D
    source ${script}
    zstyle ':completion:*' format ''
    compadd() {
      local -a matches
      if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return $?; fi
      builtin compadd -A matches "$@"
      print -rl -- $matches >> ${found}
      builtin compadd "$@"
    }
    finish() { print -r -- done >> ${found}; exit }
    complete-and-finish() { zle complete-word; finish }
    zle -N complete-and-finish
    bindkey '^X' complete-and-finish
    unsetopt LIST_BEEP
    PS1='ready> '
    `,
  );
  const program = `
    zmodload zsh/zpty
    zpty inner zsh -f -i
    zpty -w inner 'source ${inner}'
    zpty -r inner shown '*ready> *'
    zpty -w -n inner $'${line}\\C-X'
    while zpty -r inner shown 2>/dev/null; do :; done
    true`;
  await run('zsh', ['-f', '-c', program], folder);
  return [...new Set(lines(await readFile(found, 'utf8')))].filter((word) => word !== 'done');
}

async function run(shell: string, args: string[], folder: string): Promise<string> {
  const options = { cwd: folder, timeout: patience(4), env: { ...process.env, TERM: 'dumb' } };
  return (await promisify(execFile)(shell, args, options)).stdout;
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
