import { writeFileSync } from 'node:fs';
import { drawLand } from './relief/contours.ts';

/** Redraws the landscape after a change of its hills. */
writeFileSync('src/ui/landscape/land.svg', drawLand());
