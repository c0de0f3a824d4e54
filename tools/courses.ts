import { join } from 'node:path';
import { readCourse } from '../src/features/learning/course-files.ts';
import { levelOne } from '../src/features/learning/level-one.ts';
import { ageOf, longestRun, wordsOf } from './courses/reading.ts';

/** Reports faults, length and reading age of the Level 1 texts, or of one section. */
const [section = ''] = process.argv.slice(2);
const known = levelOne.sections.map(({ id }) => id);
if (section && !known.includes(section)) throw new Error(`no section is called ${section}: ${known.join(', ')}`);
const { content, faults } = readCourse(join(import.meta.dirname, '../courses/level-1'), levelOne);
for (const lesson of content.lessons.filter((one) => !section || one.section === section)) {
  const words = wordsOf(lesson);
  const apart = `${longestRun(lesson)} words at most between questions`;
  console.info(`${lesson.section}/${lesson.unit}: ${words} words, age ${ageOf(lesson).toFixed(1)}, ${apart}`);
}
const shown = faults.filter((fault) => fault.startsWith(section));
for (const fault of shown) console.info(`FAULT ${fault}`);
process.exitCode = shown.length === 0 ? 0 : 1;
