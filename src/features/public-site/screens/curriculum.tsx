import { ButtonLink } from '../../../ui/button.tsx';
import { formatPlural } from '../../../ui/number-format.ts';
import { type Course, getReadingMinutes, levelOne, type Section } from '../../learning/level-one.ts';
import { getCourseData, pageMeta } from './page-meta.ts';
import { Contents, PageHead, Steps } from './parts/words.tsx';

const minutes = getReadingMinutes(levelOne);
const units = levelOne.sections.flatMap((section) => section.units).length;

export const meta = () =>
  pageMeta({
    path: '/curriculum',
    name: 'Curriculum: Level 1',
    description:
      'Level 1 in seven sections, with a final project and a certificate: money, blockchains, coins, wallets, costs ' +
      'in Jamaica, scams, law.',
    data: [
      getCourseData({
        title: levelOne.title,
        about: levelOne.about,
        minutes,
        parts: levelOne.sections.map(({ title }) => title),
      }),
    ],
  });

const places = [
  ...levelOne.sections,
  { id: 'final-project', title: levelOne.project.title },
  { id: 'certificate', title: levelOne.certificate.title },
];

const SectionOutline = ({ section, number }: { section: Section; number: number }) => (
  <section id={section.id} aria-labelledby={`${section.id}-title`}>
    <h2 id={`${section.id}-title`}>
      <span className="nr">{number}.</span> {section.title}
    </h2>
    <p>{section.about}</p>
    <ol className="units">
      {section.units.map(({ id, title, aim, minutes: length }) => (
        <li key={id}>
          <b>{title}</b>
          <span className="ink-2">{aim}</span>
          <span className="t-xs ink-3">{length} min</span>
        </li>
      ))}
    </ol>
  </section>
);

const Closing = ({ project, certificate }: Course) => (
  <>
    <section id="final-project" aria-labelledby="project-title">
      <h2 id="project-title">{project.title}</h2>
      <p>
        {project.about} You pass with {project.passPercent}%.
      </p>
      <Steps texts={project.tasks} />
    </section>
    <section id="certificate" aria-labelledby="certificate-title">
      <h2 id="certificate-title">{certificate.title}</h2>
      <p>{certificate.about}</p>
      <ButtonLink to="/courses">Courses</ButtonLink>
    </section>
  </>
);

/** Outline of Level 1 [001 §2 Curriculum page]. */
export default function CurriculumPage() {
  const { sections, quizPassPercent, title, about } = levelOne;
  return (
    <div className="wrap">
      <PageHead title={title} lead={about}>
        <p className="t-xs version">
          {formatPlural(sections.length, 'section', 'sections')}, {formatPlural(units, 'unit', 'units')}, about{' '}
          {formatPlural(minutes, 'minute', 'minutes')} of reading. Each section ends with a quiz. You pass with{' '}
          {quizPassPercent}% and can retake it as often as you like.
        </p>
      </PageHead>
      <div className="to-read">
        <Contents places={places} />
        <article className="prose">
          {sections.map((section, at) => (
            <SectionOutline key={section.id} section={section} number={at + 1} />
          ))}
          <Closing {...levelOne} />
        </article>
      </div>
    </div>
  );
}
