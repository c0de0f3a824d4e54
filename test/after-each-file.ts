import { afterAll } from 'vitest';
import { endEverything } from './reliability/product.ts';

// Runs anew for each file of tests, unlike the modules that the files of a worker share: what a helper must do when a
// file is over stands here.
afterAll(endEverything);
