import { testPage } from './support/test-page.js';

testPage(import.meta.url, 'docs/for-bots.md', { programs: ['curl', 'jq'] });
