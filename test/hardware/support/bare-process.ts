/** The least that a driver's process does: it starts and says so. */
process.send?.('ready', () => process.disconnect());
