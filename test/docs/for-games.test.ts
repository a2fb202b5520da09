import { testPage } from './support/test-page.js';

testPage(import.meta.url, 'docs/for-games.md', { programs: ['python3', 'java', 'g++'] });
