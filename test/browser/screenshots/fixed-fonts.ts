import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROBOTO = '/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF';
const DEJAVU = '/usr/share/fonts/truetype/dejavu';

/** Why screenshots cannot be compared here, or false. In CI they are, and fail without the fonts. */
export const noFixedFonts: string | false =
  (existsSync(ROBOTO) && existsSync(DEJAVU)) || process.env.CI === 'true'
    ? false
    : 'the fonts of fonts-roboto-unhinted and fonts-dejavu-core are missing';

/**
 * A configuration of fontconfig with which a browser finds the same fonts on every machine, whatever else is installed:
 * Roboto for text, as the page asks for it, and DejaVu for monospace and symbols. Letters are neither hinted nor colored.
 */
const configuration = (cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${ROBOTO}</dir>
  <dir>${DEJAVU}</dir>
  <cachedir>${cache}</cachedir>
  <selectfont>
    <rejectfont><glob>*/DejaVuSerif*</glob></rejectfont>
    <rejectfont><glob>*/DejaVuMath*</glob></rejectfont>
    <rejectfont><glob>*Condensed*</glob></rejectfont>
    <rejectfont><glob>*ExtraLight*</glob></rejectfont>
  </selectfont>
  ${['sans', 'sans-serif', 'serif', 'system-ui'].map((family) => prefer(family, 'Roboto')).join('\n  ')}
  ${['ui-monospace', 'monospace'].map((family) => prefer(family, 'DejaVu Sans Mono')).join('\n  ')}
  <match target="pattern">
    <edit name="family" mode="append_last" binding="strong"><string>Roboto</string></edit>
  </match>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`;

function prefer(family: string, font: string): string {
  return `<match target="pattern"><test name="family"><string>${family}</string></test><edit name="family" mode="prepend" binding="strong"><string>${font}</string></edit></match>`;
}

/** The environment of a browser with these fonts. */
export interface FixedFonts {
  readonly environment: NodeJS.ProcessEnv;
  /** Removes the configuration; the browser must be closed. */
  remove(): Promise<void>;
}

export async function createFixedFonts(): Promise<FixedFonts> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-fonts-'));
  const file = join(folder, 'fonts.conf');
  await writeFile(file, configuration(join(folder, 'cache')));
  return {
    environment: { ...process.env, FONTCONFIG_FILE: file },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
