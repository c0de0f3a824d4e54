import { writeFileSync } from 'node:fs';
import { currentNotice } from './notice/notice-text.ts';

/** Writes NOTICE. Run after changes of packages, data or fonts. */
writeFileSync('NOTICE', currentNotice());
