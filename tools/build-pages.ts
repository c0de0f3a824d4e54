import { buildWhenStale } from './build.ts';

/** Builds the pages only: for an image, or a machine without the build tools. */
buildWhenStale();
