import { writeFileSync } from 'node:fs';
import { drawLand } from './relief/contours.ts';

/** Draws the land behind the pages anew: for whoever changed its hills. */
writeFileSync('src/ui/relief/land.svg', drawLand());
