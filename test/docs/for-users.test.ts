import { testPage } from './support/test-page.js';

testPage(import.meta.url, 'docs/for-users.md');
