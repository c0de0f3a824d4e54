import { writeFileSync } from 'node:fs';
import { currentNotice } from './notice/notice-text.ts';

/** Writes NOTICE anew: after each change of the packages, of data or of fonts. */
writeFileSync('NOTICE', currentNotice());
