import { DaemonProcess } from './kernel/daemon-process.js';
import type { TableResult } from './kernel/row.js';
import { runTables } from './kernel/run-tables.js';
import { VirtualDisplay } from './kernel/virtual-display.js';
import { World } from './kernel/world.js';
import { GUILD_TABLES } from './rows/guild.js';
import { RPC_TABLES } from './rows/rpc.js';

/** Tries every row of the specification against a daemon of its own. */
export async function runAudit(): Promise<TableResult[]> {
  const display = await VirtualDisplay.start();
  try {
    const daemon = await DaemonProcess.start(display === null ? {} : { DISPLAY: display.name });
    try {
      const world = await World.make(daemon, display);
      const groups = await Promise.all([RPC_TABLES, GUILD_TABLES].map((tables) => runTables(world, tables)));
      world.gateway.close();
      return groups.flat();
    } finally {
      await daemon.stop();
    }
  } finally {
    await display?.stop();
  }
}
