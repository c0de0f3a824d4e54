import { buildWhenStale } from './build.ts';

/** Builds the pages and does nothing else: for an image, or for a machine that shall start without what builds. */
buildWhenStale();
