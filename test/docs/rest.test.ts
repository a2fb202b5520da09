import { testPage } from './support/test-page.js';

testPage(import.meta.url, 'docs/rest.md', { programs: ['curl'] });
