import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Runs the load and failure scenarios of test/scale.
await import(pathToFileURL(resolve('test/scale/run.ts')).href);
