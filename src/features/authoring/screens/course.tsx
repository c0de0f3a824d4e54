import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { ActBar } from '../../../ui/desk/act-bar.tsx';
import { Alone } from '../../../ui/desk/alone.tsx';
import '../../../ui/desk/desk-page.css';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import type { KeyName } from '../../../ui/desk/keys-line.tsx';
import { usePlace } from '../../../ui/desk/use-list.ts';
import { later } from '../../../ui/later.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { authoringActs } from '../acts.ts';
import type { Draft } from '../draft.ts';
import './authoring.css';
import type { Change, Checked, CourseCase } from './data.ts';
import { Outline } from './parts/outline.tsx';
import { Versions } from './parts/versions.tsx';
import { useDraft } from './use-draft.ts';
import { courseWord } from './words.ts';

const CoursePart = later(() => import('./parts/course-part.tsx').then((parts) => parts.CoursePart));
const SectionPart = later(() => import('./parts/course-part.tsx').then((parts) => parts.SectionPart));
const LessonPart = later(() => import('./parts/lesson-part.tsx').then((parts) => parts.LessonPart));
const QuizPart = later(() => import('./parts/quiz-part.tsx').then((parts) => parts.QuizPart));
const WordsPart = later(() => import('./parts/words-part.tsx').then((parts) => parts.WordsPart));
const ProjectPart = later(() => import('./parts/project-part.tsx').then((parts) => parts.ProjectPart));
const PublishDialog = later(() => import('./parts/course-dialogs.tsx').then((parts) => parts.PublishDialog));
const OfferDialog = later(() => import('./parts/course-dialogs.tsx').then((parts) => parts.OfferDialog));
const PriceDialog = later(() => import('./parts/course-dialogs.tsx').then((parts) => parts.PriceDialog));

export const meta = () => deskMeta('Course');

const keys: readonly KeyName[] = [
  [['S'], 'save'],
  [['P'], 'publish'],
  [['X'], 'withdraw'],
  [['Esc'], 'back to the list'],
];
const back = { to: '/admin/courses', name: 'Courses' };

/** One course as it is written, with what was published of it. */
export default function CourseScreen() {
  const { courseId = '' } = useParams();
  const { roles } = useDeskPerson();
  const writes = isFor(authoringActs.write, roles);
  const query = useQuery({
    ...api.authoring.course.queryOptions({ input: { courseId }, enabled: writes }),
    // Whoever comes back begins with what is kept then, and not with what was read before.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [opened, setOpened] = useState(0);
  const reopen = () => void query.refetch().then(() => setOpened((times) => times + 1));
  if (!writes) return <Notice>Your role does not include this. Instructors or admin write courses.</Notice>;
  return (
    <Alone query={query} back={back} keys={keys} failed="The course could not be read.">
      {(file) =>
        file.draft ? (
          <Writing key={`${courseId} ${opened}`} file={file} draft={file.draft} onReopen={reopen} />
        ) : (
          <div className="in desk-page">
            <Head file={file} title={file.title} />
            <p>This course comes out of the files of the house, and is written there.</p>
            <Versions versions={file.versions} />
          </div>
        )
      }
    </Alone>
  );
}

const Head = ({ file: { id, state, version, priceUsd }, title }: { file: CourseCase; title: string }) => (
  <header className="stack-s">
    <div className="row between wraps">
      <h1 className="title wrap-any">{title || 'Without a title'}</h1>
      <Badge kind={courseWord[state].kind}>{courseWord[state].text}</Badge>
    </div>
    <p className="row wraps ink-2 num">
      <span>{version === null ? 'Nothing published yet' : `Version ${version}`}</span>
      <span>{priceUsd === 0 ? 'Free' : `US$${(priceUsd / 100).toFixed(2)}`}</span>
      {version !== null && (
        <ButtonLink look="line" size="small" to={`/admin/courses/${id}/figures`}>
          How it is learned from
        </ButtonLink>
      )}
    </p>
  </header>
);

/** Where `lesson/x` leads: what the part is called, and what is written there. */
function partOf(part: string, draft: Draft, change: Change) {
  const [kind = '', id = ''] = part.split('/');
  const section = draft.sections.find((one) => one.id === id);
  const unit = draft.sections.flatMap(({ units }) => units).find((one) => one.id === id);
  if (kind === 'section' && section)
    return { name: `Section: ${section.title}`, shown: <SectionPart {...{ draft, section, change }} /> };
  if (kind === 'quiz' && section)
    return { name: `Quiz: ${section.title}`, shown: <QuizPart section={section} change={change} /> };
  if (kind === 'lesson' && unit)
    return { name: `Lesson: ${unit.title}`, shown: <LessonPart {...{ draft, unit, change }} /> };
  if (kind === 'words') return { name: 'Words and figures', shown: <WordsPart {...{ draft, change }} /> };
  if (kind === 'project') return { name: 'Final project', shown: <ProjectPart {...{ draft, change }} /> };
  return { name: 'The course', shown: <CoursePart {...{ draft, change }} /> };
}

/** Ctrl and S save, also while somebody types. */
function useSaveKey(save: () => unknown) {
  const newest = useRef(save);
  useEffect(() => {
    newest.current = save;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      newest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

type WritingProps = { file: CourseCase; draft: Draft; onReopen: () => void };
type OpenDialog = { what: 'publish'; number: number } | { what: 'offer' | 'price' };

function Writing({ file, draft: read, onReopen }: WritingProps) {
  const { id: courseId, state, version, priceUsd, priceBelow, versions } = file;
  const { roles } = useDeskPerson();
  const { params } = usePlace();
  const queries = useQueryClient();
  const { draft, change, save, isDirty, isSaving, meanwhile } = useDraft(courseId, {
    draft: read,
    number: file.number,
  });
  const [faults, setFaults] = useState<Checked['faults']>([]);
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const part = params.get('part') ?? 'course';
  const { name, shown } = partOf(part, draft, change);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(part);
  useEffect(() => {
    // Whoever goes to a part reads on there, on a phone too, where all parts stand above it.
    if (first.current !== part) heading.current?.focus();
    first.current = part;
  }, [part]);
  useSaveKey(save);
  const publish = async () => {
    const number = await save();
    if (number === null) return;
    const options = api.authoring.check.queryOptions({ input: { courseId } });
    const checked = await queries.fetchQuery({ ...options, staleTime: 0 }).catch(toastRefusal);
    if (!checked) return;
    setFaults(checked.faults);
    if (checked.faults.length === 0) setAsked({ what: 'publish', number });
  };
  const close = { courseId, onClose: () => setAsked(null) };
  const to = state === 'published' ? 'withdrawn' : 'published';
  return (
    <>
      <div className="in desk-page">
        <Head file={file} title={draft.title} />
        {meanwhile && (
          <Notice kind="bad" live>
            <p>{meanwhile}</p>
            <Button look="line" size="small" onClick={onReopen}>
              Read theirs
            </Button>
          </Notice>
        )}
        {faults.length > 0 && <Faults faults={faults} />}
        <div className="authoring">
          <Outline draft={draft} current={part} faults={faults} />
          <section className="stack" aria-labelledby="part-name">
            <h2 className="part" id="part-name" ref={heading} tabIndex={-1}>
              {name}
            </h2>
            {shown}
            {part === 'course' && <Versions versions={versions} />}
          </section>
        </div>
      </div>
      <ActBar
        acts={[
          { name: 'Publish', key: 'p', look: 'primary', on: meanwhile ? undefined : publish },
          { name: 'Save', key: 's', busy: isSaving, on: meanwhile ? undefined : save },
          {
            name: to === 'withdrawn' ? 'Withdraw' : 'Offer again',
            key: 'x',
            look: to === 'withdrawn' ? 'bad-line' : 'line',
            on: version === null ? undefined : () => setAsked({ what: 'offer' }),
          },
          { name: 'Price', on: isFor(authoringActs.price, roles) ? () => setAsked({ what: 'price' }) : undefined },
        ]}
        state={
          <p role="status" className="t-xs ink-2">
            {isDirty ? 'Not saved yet.' : 'All is saved. Nobody sees it until you publish it.'}
          </p>
        }
      />
      {asked?.what === 'publish' && <PublishDialog {...close} number={asked.number} />}
      {asked?.what === 'offer' && <OfferDialog {...close} to={to} />}
      {asked?.what === 'price' && <PriceDialog {...close} priceUsd={priceUsd} below={priceBelow} />}
    </>
  );
}

/** What keeps a draft from being published, each with the way to its place. */
const Faults = ({ faults }: { faults: Checked['faults'] }) => (
  <Notice kind="wait" live>
    <p className="b">Put this right before it can be published</p>
    <ul className="plain">
      {faults.map(({ where, says }) => (
        <li key={`${where} ${says}`} className="wrap-any">
          <Link className="link" to={`?part=${where}`}>
            {says}
          </Link>
        </li>
      ))}
    </ul>
  </Notice>
);
