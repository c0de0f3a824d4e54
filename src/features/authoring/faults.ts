import { type CourseFault, courseFaults, lessonFaults, rubricFaults } from '../learning/course-faults.ts';
import { Announced, Checks, Facts, LessonHead, PassPercent, Quiz, Rubric, Terms } from '../learning/course-schema.ts';
import { type LessonText, readLesson } from '../learning/lesson-text.ts';
import type { Draft, DraftSection } from './draft.ts';
import { plainIssues } from './plain-issues.ts';

/** Where something is wrong: the page of a draft has a part for each, those of sections and lessons with its id. */
type Place = 'course' | 'words' | 'project' | `${'section' | 'lesson' | 'quiz'}/${string}`;

const at = (where: Place, says: readonly string[]): CourseFault[] => says.map((each) => ({ where, says: each }));
const under = (name: string, says: readonly string[]): string[] => says.map((each) => `${name}: ${each}`);

type Unit = DraftSection['units'][number];

function unitFaults({ id, checks, ...unit }: Unit, read: LessonText, pictures: ReadonlySet<string>): CourseFault[] {
  const { title, aim, minutes } = unit;
  return at(`lesson/${id}`, [
    ...plainIssues(LessonHead, { title, aim, minutes }),
    ...(read.blocks.length === 0 ? ['there is no text'] : []),
    ...lessonFaults(read, { checks, pictures }),
    ...plainIssues(Checks, checks, 'question'),
  ]);
}

/** Sections that open by date do so one after the other. */
function openingFaults({ opens, sections }: Draft): CourseFault[] {
  if (opens !== 'by_date') return [];
  return sections.flatMap(({ id, opensOn }, n) => {
    const before = sections[n - 1]?.opensOn ?? '';
    if (opensOn === '') return at(`section/${id}`, ['say on which day it opens']);
    return opensOn < before ? at(`section/${id}`, ['it opens before the section above it']) : [];
  });
}

function headFaults({ title, about, quizPassPercent, certificate, project, facts, terms, sections }: Draft) {
  return [
    ...at('course', plainIssues(Announced, { title, about })),
    ...at('course', under('Pass mark', plainIssues(PassPercent, quizPassPercent))),
    ...at('course', certificate ? under('Certificate', plainIssues(Announced, certificate)) : []),
    ...at('course', sections.length === 0 ? ['there is no section'] : []),
    ...at('words', plainIssues(Facts, facts, 'figure')),
    ...at('words', plainIssues(Terms, terms, 'word')),
    ...at('project', project ? plainIssues(Announced.pick({ about: true }), { about: project.about }) : []),
    ...at('project', project ? plainIssues(Rubric, project.rubric) : []),
  ];
}

/** All that keeps a draft from being published: what the files of the house are asked, each with its place. */
export function faultsIn(draft: Draft, pictures: ReadonlySet<string>): CourseFault[] {
  const { sections, facts, terms } = draft;
  const texts = sections.flatMap(({ units }) =>
    units.map((unit) => ({ unit, where: `lesson/${unit.id}`, read: readLesson(unit.markdown) })),
  );
  const sectionFaults = ({ id, title, about, units, quiz }: DraftSection): CourseFault[] => [
    ...at(`section/${id}`, plainIssues(Announced, { title, about })),
    ...at(`section/${id}`, units.length === 0 ? ['there is no lesson'] : []),
    ...at(`quiz/${id}`, plainIssues(Quiz, quiz)),
  ];
  const whole = courseFaults({
    ...{ sections, facts, terms },
    texts: texts.map(({ where, read: { blocks } }) => ({ where, blocks })),
  });
  return [
    ...headFaults(draft),
    ...openingFaults(draft),
    ...sections.flatMap(sectionFaults),
    ...texts.flatMap(({ unit, read }) => unitFaults(unit, read, pictures)),
    ...whole.map(({ where, says }) => ({ where: where === '' ? 'words' : where, says })),
    ...at('project', draft.project ? rubricFaults(draft.project.rubric) : []),
  ];
}
