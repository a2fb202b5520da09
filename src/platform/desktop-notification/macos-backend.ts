import type { NotificationBackend } from './notification-backend.js';
import { type Helper, runHelper } from './run-helper.js';

/** Reads title and body, separated by a NUL character, as data that never becomes part of the script. */
const SCRIPT = `
ObjC.import('Foundation');
const input = $.NSFileHandle.fileHandleWithStandardInput.readDataToEndOfFile;
const [title, body] = $.NSString.alloc.initWithDataEncoding(input, $.NSUTF8StringEncoding).js.split('\\0');
const app = Application.currentApplication();
app.includeStandardAdditions = true;
app.displayNotification(body, { withTitle: 'Guildhall', subtitle: title });
`;

/**
 * Notifications of macOS, through osascript. They cannot be replaced or withdrawn: a replacement is another
 * notification.
 */
export function createMacosBackend(run: (helper: Helper) => Promise<void> = runHelper): NotificationBackend {
  return {
    show: (_id, { title, body }) =>
      run({
        command: '/usr/bin/osascript',
        arguments: ['-l', 'JavaScript', '-e', SCRIPT],
        input: `${title}\0${body}`,
      }),
    withdraw: async () => {},
    check: async () => false,
    // It has no way back from the notification to this process.
    onAction: () => {},
    close: async () => {},
  };
}
