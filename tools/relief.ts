import { writeFileSync } from 'node:fs';
import { drawLand } from '../lab/relief/contours.ts';

/** Writes the background landscape. Run after changing its hills. */
writeFileSync('src/ui/landscape/land.svg', drawLand());
