import { type CourseFault, findCourseFaults, findLessonFaults, findRubricFaults } from '../course-faults.ts';
import { Announced, Checks, Facts, LessonHead, PassPercent, Quiz, Rubric, Terms } from '../course-schema.ts';
import { type LessonText, parseLesson } from '../lesson-text.ts';
import { describeIssues } from './describe-issues.ts';
import type { Draft, DraftSection } from './draft.ts';

type PartPath = 'course' | 'words' | 'project' | `${'section' | 'lesson' | 'quiz'}/${string}`;

const faultsAt = (where: PartPath, says: readonly string[]): CourseFault[] =>
  says.map((each) => ({ where, says: each }));
const withPrefix = (name: string, says: readonly string[]): string[] => says.map((each) => `${name}: ${each}`);

type Unit = DraftSection['units'][number];

function findUnitFaults(
  { id, checks, ...unit }: Unit,
  lesson: LessonText,
  pictures: ReadonlySet<string>,
): CourseFault[] {
  const { title, aim, minutes } = unit;
  return faultsAt(`lesson/${id}`, [
    ...describeIssues(LessonHead, { title, aim, minutes }),
    ...(lesson.blocks.length === 0 ? ['the lesson has no text'] : []),
    ...findLessonFaults(lesson, { checks, pictures }),
    ...describeIssues(Checks, checks, 'question'),
  ]);
}

function findOpeningFaults({ opens, sections }: Draft): CourseFault[] {
  if (opens !== 'by_date') return [];
  return sections.flatMap(({ id, opensOn }, n) => {
    const before = sections[n - 1]?.opensOn ?? '';
    if (opensOn === '') return faultsAt(`section/${id}`, ['choose an opening date']);
    return opensOn < before ? faultsAt(`section/${id}`, ['this section opens before the section above']) : [];
  });
}

function findHeadFaults({ title, about, quizPassPercent, certificate, project, facts, terms, sections }: Draft) {
  return [
    ...faultsAt('course', describeIssues(Announced, { title, about })),
    ...faultsAt('course', withPrefix('Pass mark', describeIssues(PassPercent, quizPassPercent))),
    ...faultsAt('course', certificate ? withPrefix('Certificate', describeIssues(Announced, certificate)) : []),
    ...faultsAt('course', sections.length === 0 ? ['the course has no sections'] : []),
    ...faultsAt('words', describeIssues(Facts, facts, 'figure')),
    ...faultsAt('words', describeIssues(Terms, terms, 'word')),
    ...faultsAt('project', project ? describeIssues(Announced.pick({ about: true }), { about: project.about }) : []),
    ...faultsAt('project', project ? describeIssues(Rubric, project.rubric) : []),
  ];
}

/** Returns everything that prevents publication, by part. Courses from files follow the same rules. */
export function findFaults(draft: Draft, pictures: ReadonlySet<string>): CourseFault[] {
  const { sections, facts, terms } = draft;
  const texts = sections.flatMap(({ units }) =>
    units.map((unit) => ({ unit, where: `lesson/${unit.id}`, lesson: parseLesson(unit.markdown) })),
  );
  const sectionFaults = ({ id, title, about, units, quiz }: DraftSection): CourseFault[] => [
    ...faultsAt(`section/${id}`, describeIssues(Announced, { title, about })),
    ...faultsAt(`section/${id}`, units.length === 0 ? ['the section has no lessons'] : []),
    ...faultsAt(`quiz/${id}`, describeIssues(Quiz, quiz)),
  ];
  const whole = findCourseFaults({
    ...{ sections, facts, terms },
    texts: texts.map(({ where, lesson: { blocks } }) => ({ where, blocks })),
  });
  return [
    ...findHeadFaults(draft),
    ...findOpeningFaults(draft),
    ...sections.flatMap(sectionFaults),
    ...texts.flatMap(({ unit, lesson }) => findUnitFaults(unit, lesson, pictures)),
    ...whole.map(({ where, says }) => ({ where: where === '' ? 'words' : where, says })),
    ...faultsAt('project', draft.project ? findRubricFaults(draft.project.rubric) : []),
  ];
}
