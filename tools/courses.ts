import { join } from 'node:path';
import { readCourse } from '../src/features/learning/course-files.ts';
import { levelOne } from '../src/features/learning/level-one.ts';
import { ageOf, countWords, longestRun } from './courses/reading.ts';

/** Prints faults, length and reading age of the Level 1 lessons, or of the section named as argument. */
const [section = ''] = process.argv.slice(2);
const known = levelOne.sections.map(({ id }) => id);
if (section && !known.includes(section)) throw new Error(`unknown section ${section}. Use one of ${known.join(', ')}`);
const { content, faults } = readCourse(join(import.meta.dirname, '../courses/level-1'), levelOne);
for (const lesson of content.lessons.filter((one) => !section || one.section === section)) {
  const wordCount = countWords(lesson);
  const gap = `at most ${longestRun(lesson)} words between questions`;
  console.info(`${lesson.section}/${lesson.unit}: ${wordCount} words, age ${ageOf(lesson).toFixed(1)}, ${gap}`);
}
const shown = faults.filter((fault) => fault.startsWith(section));
for (const fault of shown) console.info(`FAULT ${fault}`);
process.exitCode = shown.length === 0 ? 0 : 1;
