import type { NotificationBackend } from './notification-backend.js';
import { type Helper, runHelper } from './run-helper.js';

/** The id of notifications, under which the person finds them in the settings of Windows, and their name there. */
const APPLICATION_ID = 'Guildhall';
/** Where Windows looks for the name of an application without an entry in the start menu. */
const REGISTRY_KEY = `HKCU:\\Software\\Classes\\AppUserModelId\\${APPLICATION_ID}`;
/** The id of Windows PowerShell, for a Windows that does not take one from the registry. */
const POWERSHELL_ID = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe';
const GROUP = 'guildhall';

/**
 * Reads `{"id","title","body"}` from standard input; without a title the notification is withdrawn. Texts become text
 * nodes of the document and are never parsed as XML or PowerShell.
 */
const SCRIPT = `
$ErrorActionPreference = 'Stop'
$wanted = [Console]::In.ReadToEnd() | ConvertFrom-Json
$null = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
if ($null -eq $wanted.title) {
  foreach ($application in '${APPLICATION_ID}', '${POWERSHELL_ID}') {
    try { [Windows.UI.Notifications.ToastNotificationManager]::History.Remove($wanted.id, '${GROUP}', $application) } catch { }
  }
  exit 0
}
$template = [Windows.UI.Notifications.ToastTemplateType]::ToastText02
$document = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent($template)
$texts = $document.GetElementsByTagName('text')
$null = $texts.Item(0).AppendChild($document.CreateTextNode($wanted.title))
$null = $texts.Item(1).AppendChild($document.CreateTextNode($wanted.body))
$toast = [Windows.UI.Notifications.ToastNotification]::new($document)
$toast.Tag = $wanted.id
$toast.Group = '${GROUP}'
$notifier = $null
try {
  if (-not (Test-Path '${REGISTRY_KEY}')) { $null = New-Item -Path '${REGISTRY_KEY}' -Force }
  $null = New-ItemProperty -Path '${REGISTRY_KEY}' -Name DisplayName -Value '${APPLICATION_ID}' -PropertyType String -Force
  $own = [Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('${APPLICATION_ID}')
  # An unknown application has no settings.
  if ($null -ne $own.Setting) { $notifier = $own }
} catch { }
if ($null -eq $notifier) {
  $notifier = [Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('${POWERSHELL_ID}')
}
$notifier.Show($toast)
`;

/** Notifications of Windows, through the PowerShell it includes. */
export function createWindowsBackend(
  run: (helper: Helper) => Promise<void> = runHelper,
): NotificationBackend {
  const runScript = (wanted: object) =>
    run({
      command: 'powershell.exe',
      arguments: ['-NoProfile', '-NonInteractive', '-Command', SCRIPT],
      input: toAscii(JSON.stringify(wanted)),
    });
  return {
    show: (id, { title, body }) => runScript({ id, title, body }),
    withdraw: (id) => runScript({ id, title: null }),
    check: async () => false,
    // It has no way back from the notification to this process.
    onAction: () => {},
    close: async () => {},
  };
}

/** Escapes non-ASCII characters, so that the console's encoding does not matter. */
function toAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
