import { afterAll } from 'vitest';
import { endEverything } from './reliability/product.ts';

// Runs after each test file. Modules that the files of a worker share run only once.
afterAll(endEverything);
