import { configureGlobal, readConfigureGlobal } from 'fast-check';
import { SEED } from './random.js';

configureGlobal({ ...readConfigureGlobal(), seed: SEED });

/** fast-check, whose random choices begin at the seed of all tests. */
export { default as fc } from 'fast-check';
