// npm run screenshots: takes the screenshots of docs/images/console again.
process.env.GUILDHALL_RENEW_SCREENSHOTS = '1';
process.argv = [...process.argv.slice(0, 2), 'browser/views'];
await import('./test.mjs');
