import { expect, test } from 'vitest';
import { alive, attacks, drawn } from '../../../test/attacks.ts';
import { authorsOn } from '../../../test/authors.ts';
import { soundDraft } from '../../../test/drafts.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { LessonText } from '../learning/lesson-text.ts';
import type { LessonView } from '../learning/shapes.ts';
import type { Draft } from './draft.ts';

/** What attackers write, through every field of a course: over the real routes, drawn by what draws lessons. */
const server = await serverUnderTest();
const teacher = await suspicionsOn(server).another('instructor');
const { call, act, made, file, saving, publishing, learner } = authorsOn(server, teacher.cookie);

/** A draft with some text behind each of its own, where a text may be anything. */
function attackedBy(attack: string, markdown: string): Draft {
  const more = (text: string, most = 600) => `${text} ${attack}`.slice(0, most);
  const asked = <Q extends Draft['sections'][number]['units'][number]['checks'][number]>(question: Q): Q => ({
    ...question,
    ask: more(question.ask),
    answers: question.answers.map(({ text, right, because }) => ({ text: more(text), right, because: more(because) })),
  });
  return {
    ...soundDraft,
    ...{ title: more('T', 90), about: more('About'), certificate: { title: more('C', 90), about: more('About') } },
    facts: soundDraft.facts.map((fact) => ({ ...fact, says: more(fact.says), source: more(fact.source) })),
    terms: soundDraft.terms.map((term) => ({ ...term, word: more('W', 60), means: more(term.means) })),
    sections: soundDraft.sections.map(({ quiz, units, ...section }) => ({
      ...{ ...section, title: more('S', 90), about: more('About') },
      units: units.map((unit) => ({
        ...{ ...unit, title: more('L', 90), aim: more(unit.aim), checks: unit.checks.map(asked) },
        markdown: `${unit.markdown}\n\n${markdown}\n`,
      })),
      quiz: { ...quiz, questions: quiz.questions.map(asked) },
    })),
  };
}

test.each(attacks)('%j in every field runs nowhere', async (attack) => {
  const courseId = await made();
  // In the texts it is refused with its line, or drawn as words; a preview draws it even so.
  expect(await act('save', saving(courseId, 1, attackedBy(attack, attack)))).toBe('done');
  const marked = await call<{ faults: { where: string }[] }>('check', { courseId });
  const { blocks, faults } = await call<LessonText>('preview', { markdown: attack });
  expect(alive(drawn(blocks))).toEqual([]);
  const told = marked.faults.some(({ where }) => where === 'lesson/first');
  expect([told, await act('publish', publishing(courseId, 2))]).toEqual(
    told ? [true, 'authoring.faults'] : [false, 'done'],
  );
  if (faults.length > 0) expect(told).toBe(true);
  // In every other field it is words.
  const other = await made();
  expect(await act('save', saving(other, 1, attackedBy(attack, 'More.')))).toBe('done');
  expect(await act('publish', publishing(other, 2))).toBe('done');
  expect((await file(other)).title).toContain(attack.slice(0, 5).trim());
  const { ask } = await learner(other);
  await ask('enroll');
  const { status, body } = await ask<LessonView>('lesson', { unit: 'first' });
  expect(status).toBe(200);
  const page = drawn(body.blocks, body);
  expect(page).toContain('role="note"');
  expect(alive(page)).toEqual([]);
  expect(server.faults.splice(0)).toEqual([]);
});
