import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Scenarios of load and loss stand with the tests (test/scale), beside what they start the product with.
await import(pathToFileURL(resolve('test/scale/run.ts')).href);
