import { buildWhenStale } from './build.ts';

/** Builds the pages without starting the product, for example in the Dockerfile. */
await buildWhenStale();
