import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Scenarios of load and loss are in test/scale.
await import(pathToFileURL(resolve('test/scale/run.ts')).href);
