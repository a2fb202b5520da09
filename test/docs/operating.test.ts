import { testPage } from './support/test-page.js';

testPage(import.meta.url, 'docs/operating.md');
