/** The user name of a bot: the name of its application, as far as a user may have it. */
export function botName(application: string): string {
  const name = application.replaceAll(/[@#:\p{Cc}]/gu, ' ').trim();
  return [...(name.length < 2 ? 'Bot' : name)].slice(0, 32).join('');
}
