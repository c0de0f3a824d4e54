import { expect, test } from 'vitest';
import { attacks, findActiveTags, renderBlocks } from '../../../../test/attacks.ts';
import { createAuthor } from '../../../../test/authors.ts';
import { validDraft } from '../../../../test/drafts.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import type { LessonText } from '../lesson-text.ts';
import type { LessonView } from '../views.ts';
import type { Draft } from './draft.ts';

const server = await serverUnderTest();
const teacher = await setUpSuspicions(server).another('instructor');
const { call, act, made, file, saving, publishing, learner } = createAuthor(server, teacher.cookie);

function withAttack(attack: string, markdown: string): Draft {
  const more = (text: string, most = 600) => `${text} ${attack}`.slice(0, most);
  const asked = <Q extends Draft['sections'][number]['units'][number]['checks'][number]>(question: Q): Q => ({
    ...question,
    ask: more(question.ask),
    answers: question.answers.map(({ text, right, because }) => ({ text: more(text), right, because: more(because) })),
  });
  return {
    ...validDraft,
    ...{ title: more('T', 90), about: more('About'), certificate: { title: more('C', 90), about: more('About') } },
    facts: validDraft.facts.map((fact) => ({ ...fact, says: more(fact.says), source: more(fact.source) })),
    terms: validDraft.terms.map((term) => ({ ...term, word: more('W', 60), means: more(term.means) })),
    sections: validDraft.sections.map(({ quiz, units, ...section }) => ({
      ...{ ...section, title: more('S', 90), about: more('About') },
      units: units.map((unit) => ({
        ...{ ...unit, title: more('L', 90), aim: more(unit.aim), checks: unit.checks.map(asked) },
        markdown: `${unit.markdown}\n\n${markdown}\n`,
      })),
      quiz: { ...quiz, questions: quiz.questions.map(asked) },
    })),
  };
}

test.each(attacks)('%j in any field never runs', async (attack) => {
  const courseId = await made();
  // The lesson is refused with the line, or shows the attack as text. The preview always shows it as text.
  expect(await act('save', saving(courseId, 1, withAttack(attack, attack)))).toBe('done');
  const marked = await call<{ faults: { where: string }[] }>('check', { courseId });
  const { blocks, faults } = await call<LessonText>('preview', { markdown: attack });
  expect(findActiveTags(renderBlocks(blocks))).toEqual([]);
  const isRejected = marked.faults.some(({ where }) => where === 'lesson/first');
  expect([isRejected, await act('publish', publishing(courseId, 2))]).toEqual(
    isRejected ? [true, 'authoring.faults'] : [false, 'done'],
  );
  if (faults.length > 0) expect(isRejected).toBe(true);
  // Other fields show the attack as text.
  const other = await made();
  expect(await act('save', saving(other, 1, withAttack(attack, 'More.')))).toBe('done');
  expect(await act('publish', publishing(other, 2))).toBe('done');
  expect((await file(other)).title).toContain(attack.slice(0, 5).trim());
  const { ask } = await learner(other);
  await ask('enroll');
  const { status, body } = await ask<LessonView>('lesson', { unit: 'first' });
  expect(status).toBe(200);
  const page = renderBlocks(body.blocks, body);
  expect(page).toContain('role="note"');
  expect(findActiveTags(page)).toEqual([]);
  expect(server.faults.splice(0)).toEqual([]);
});
