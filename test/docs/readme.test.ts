import { testPage } from './support/test-page.js';

testPage(import.meta.url, 'README.md', { startsDaemon: true });
