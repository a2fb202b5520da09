import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Hardware } from '#guildhall/hardware/hardware.js';
import { withHardware } from './real-hardware.js';
import { startXServer, type XServer } from './x-server.js';

/** What the tests of this suite need to run. */
export const X_PROGRAMS = ['Xvfb', 'xdotool'] as const;

/** An environment in which keys come from this display. */
export function onX(display: string): NodeJS.ProcessEnv {
  return { ...process.env, WAYLAND_DISPLAY: undefined, DISPLAY: display };
}

/** An X server for all tests of the suite that calls this, and hardware that reads its keys. */
export function useXServer() {
  let server: XServer | null = null;
  before(async () => {
    // Where Xvfb is missing the tests say so, each by itself.
    server = await startXServer().catch(() => null);
  });
  after(() => server?.stop());

  const x = (): XServer => {
    assert.ok(server);
    return server;
  };
  return {
    x,
    withKeys: (run: (hardware: Hardware) => Promise<void>): Promise<void> =>
      withHardware(onX(x().display), run),
  };
}
