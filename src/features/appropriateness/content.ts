import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { LessonHead, Question } from '../learning/course-schema.ts';
import { type Block, readLesson } from '../learning/lesson-text.ts';

/**
 * What is asked after reading. `number` counts up where what somebody has to know changes, and not for better words:
 * whoever passed a former number, and placed no order since, reads once more. `enough`: so many right ones pass.
 */
const Questions = z
  .strictObject({
    number: z.number().int().min(1),
    asked: z.number().int().min(3).max(6),
    enough: z.number().int().min(1),
    questions: z.array(Question),
  })
  .refine(({ asked, enough }) => enough <= asked, 'No more can be right than are asked')
  .refine(({ asked, questions }) => questions.length >= asked * 2, 'A second try asks other questions');

/** The lesson before somebody's first order, as it is read now. */
export type Basics = z.infer<typeof LessonHead> &
  z.infer<typeof Questions> & { readonly blocks: readonly Block[]; readonly digest: string };

/** Reads the lesson from its folder; whatever is wrong with it comes as an error that says where. */
export function readBasics(folder: string): Basics {
  const [markdown, asked] = ['text.md', 'questions.json'].map((name) => {
    const file = join(folder, name);
    if (!existsSync(file)) throw new Error(`${file} is not there`);
    return readFileSync(file, 'utf8');
  });
  const [, top = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(markdown ?? '') ?? [];
  const { blocks, faults } = readLesson(body);
  if (faults.length > 0) throw new Error(`${folder}: ${faults.map(({ line, text }) => `${line}: ${text}`).join('; ')}`);
  const digest = createHash('sha256').update(`${markdown}\n${asked}`).digest('hex');
  return { ...LessonHead.parse(parse(top)), ...Questions.parse(JSON.parse(asked ?? '')), blocks, digest };
}

let read: Basics | null = null;

/** The lesson of this process: read once, from where the product is started. */
export function basics(): Basics {
  read ??= readBasics(join('courses', 'before-first-order'));
  return read;
}
