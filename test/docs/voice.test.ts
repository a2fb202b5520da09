import { testPage } from './support/test-page.js';

testPage(import.meta.url, 'docs/voice.md', { programs: ['openssl'] });
