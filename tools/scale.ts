import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Runs the load and failure scenarios of lab/scale.
await import(pathToFileURL(resolve('lab/scale/run.ts')).href);
