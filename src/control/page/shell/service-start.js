/**
 * Shows how to start the daemon again if it is a service, while it can still say it.
 *
 * @param {string | null} command null: the system has no service manager
 */
export function showServiceStart(command) {
  for (const part of document.querySelectorAll('.service-start')) {
    if (part instanceof HTMLElement) part.hidden = command === null;
    const code = part.querySelector('code');
    if (code !== null) code.textContent = command;
  }
}
