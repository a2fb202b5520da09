import { uIOhook } from 'uiohook-napi';

/** The bound of the key bench: nothing but the library's own callback, with the time it came at. */
const times: bigint[] = [];
uIOhook.on('keydown', () => times.push(process.hrtime.bigint()));
uIOhook.start();
process.send?.('listening');
process.on('message', () => {
  process.send?.(times.map(String));
  times.length = 0;
});
process.on('disconnect', () => process.exit());
