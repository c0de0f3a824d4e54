import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { productFile, useCompileCache } from './built.mjs';

// Compiles the bundled product without starting it. Without the cache a start takes a third longer and 30 MB more
// memory. Run as the account of the product, which then owns the cache.
useCompileCache();
await import(pathToFileURL(resolve(productFile)).href);
flushCompileCache();
process.exit(0);
