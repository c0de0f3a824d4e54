import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { roleAllows } from '../../../kernel/permissions.ts';
import { ActionBar } from '../../../ui/admin/action-bar.tsx';
import { DetailPage } from '../../../ui/admin/detail-page.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import '../../../ui/admin/admin-page.css';
import { adminMeta, useStaffUser } from '../../../ui/admin/frame.tsx';
import type { Shortcut } from '../../../ui/admin/shortcut-help.tsx';
import { useUrlState } from '../../../ui/admin/use-list.ts';
import { toastRefusal } from '../../../ui/error-message.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { authoringActs } from '../acts.ts';
import type { Draft } from '../draft.ts';
import './authoring.css';
import type { ChangeDraft, CheckResult, CourseDetails } from './data.ts';
import { stateLabels } from './labels.ts';
import { Outline } from './parts/outline.tsx';
import { Versions } from './parts/versions.tsx';
import { useDraft } from './use-draft.ts';

const CoursePart = lazyPart(() => import('./parts/course-part.tsx').then((parts) => parts.CoursePart));
const SectionPart = lazyPart(() => import('./parts/course-part.tsx').then((parts) => parts.SectionPart));
const LessonPart = lazyPart(() => import('./parts/lesson-part.tsx').then((parts) => parts.LessonPart));
const QuizPart = lazyPart(() => import('./parts/quiz-part.tsx').then((parts) => parts.QuizPart));
const WordsPart = lazyPart(() => import('./parts/words-part.tsx').then((parts) => parts.WordsPart));
const ProjectPart = lazyPart(() => import('./parts/project-part.tsx').then((parts) => parts.ProjectPart));
const PublishDialog = lazyPart(() => import('./parts/course-dialogs.tsx').then((parts) => parts.PublishDialog));
const OfferDialog = lazyPart(() => import('./parts/course-dialogs.tsx').then((parts) => parts.OfferDialog));
const PriceDialog = lazyPart(() => import('./parts/course-dialogs.tsx').then((parts) => parts.PriceDialog));

export const meta = () => adminMeta('Course');

const keys: readonly Shortcut[] = [
  [['S'], 'save'],
  [['P'], 'publish'],
  [['X'], 'withdraw'],
  [['Esc'], 'back to the list'],
];
const back = { to: '/admin/courses', name: 'Courses' };

export default function CourseScreen() {
  const { courseId = '' } = useParams();
  const { roles } = useStaffUser();
  const canWrite = roleAllows(authoringActs.write, roles);
  const query = useQuery({
    ...api.authoring.course.queryOptions({ input: { courseId }, enabled: canWrite }),
    // Not cached: the editor must start from the stored draft.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [editorKey, setEditorKey] = useState(0);
  const reopen = () => void query.refetch().then(() => setEditorKey((key) => key + 1));
  if (!canWrite) return <Notice>Your role can't do this. Only instructors and admins can edit courses.</Notice>;
  return (
    <DetailPage query={query} back={back} keys={keys} failed="We couldn’t load the course.">
      {(file) =>
        file.draft ? (
          <DraftEditor key={`${courseId} ${editorKey}`} file={file} draft={file.draft} onReopen={reopen} />
        ) : (
          <div className="in desk-page">
            <CourseHeader file={file} title={file.title} />
            <p>This course is built in. You can only edit it in its files.</p>
            <Versions versions={file.versions} />
          </div>
        )
      }
    </DetailPage>
  );
}

const CourseHeader = ({ file: { state, version, priceUsd }, title }: { file: CourseDetails; title: string }) => (
  <header className="stack-s">
    <div className="row between wraps">
      <h1 className="title wrap-any">{title || 'Untitled'}</h1>
      <Badge kind={stateLabels[state].kind}>{stateLabels[state].text}</Badge>
    </div>
    <p className="row wraps ink-2 num">
      <span>{version === null ? 'Not published yet' : `Version ${version}`}</span>
      <span>{priceUsd === 0 ? 'Free' : `US$${(priceUsd / 100).toFixed(2)}`}</span>
    </p>
  </header>
);

function getPart(part: string, draft: Draft, change: ChangeDraft) {
  const [kind = '', id = ''] = part.split('/');
  const section = draft.sections.find((candidate) => candidate.id === id);
  const unit = draft.sections.flatMap(({ units }) => units).find((candidate) => candidate.id === id);
  if (kind === 'section' && section)
    return { name: `Section: ${section.title}`, content: <SectionPart {...{ draft, section, change }} /> };
  if (kind === 'quiz' && section)
    return { name: `Quiz: ${section.title}`, content: <QuizPart section={section} change={change} /> };
  if (kind === 'lesson' && unit)
    return { name: `Lesson: ${unit.title}`, content: <LessonPart {...{ draft, unit, change }} /> };
  if (kind === 'words') return { name: 'Words and figures', content: <WordsPart {...{ draft, change }} /> };
  if (kind === 'project') return { name: 'Final project', content: <ProjectPart {...{ draft, change }} /> };
  return { name: 'Course details', content: <CoursePart {...{ draft, change }} /> };
}

/** Saves on Ctrl+S or Cmd+S, also while the cursor is in a field. */
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

type DraftEditorProps = { file: CourseDetails; draft: Draft; onReopen: () => void };
type OpenDialog = { what: 'publish'; number: number } | { what: 'offer' | 'price' };

function DraftEditor({ file, draft: initial, onReopen }: DraftEditorProps) {
  const { id: courseId, state, version, priceUsd, priceBelow, versions } = file;
  const { roles } = useStaffUser();
  const { params } = useUrlState();
  const queries = useQueryClient();
  const { draft, change, save, isDirty, isSaving, conflict } = useDraft(courseId, {
    draft: initial,
    number: file.number,
  });
  const [faults, setFaults] = useState<CheckResult['faults']>([]);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const part = params.get('part') ?? 'course';
  const { name, content } = getPart(part, draft, change);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(part);
  useEffect(() => {
    // Focuses the selected part, which is below the outline on a phone.
    if (first.current !== part) heading.current?.focus();
    first.current = part;
  }, [part]);
  useSaveKey(save);
  const publish = async () => {
    const number = await save();
    if (number === null) return;
    const options = api.authoring.check.queryOptions({ input: { courseId } });
    const result = await queries.fetchQuery({ ...options, staleTime: 0 }).catch(toastRefusal);
    if (!result) return;
    setFaults(result.faults);
    if (result.faults.length === 0) setDialog({ what: 'publish', number });
  };
  const close = { courseId, onClose: () => setDialog(null) };
  const to = state === 'published' ? 'withdrawn' : 'published';
  return (
    <>
      <div className="in desk-page">
        <CourseHeader file={file} title={draft.title} />
        {conflict && (
          <Notice kind="bad" live>
            <p>{conflict}</p>
            <Button variant="line" size="small" onClick={onReopen}>
              Load their version
            </Button>
          </Notice>
        )}
        {faults.length > 0 && <FaultList faults={faults} />}
        <div className="authoring">
          <Outline draft={draft} current={part} faults={faults} />
          <section className="stack" aria-labelledby="part-name">
            <h2 className="part" id="part-name" ref={heading} tabIndex={-1}>
              {name}
            </h2>
            {content}
            {part === 'course' && <Versions versions={versions} />}
          </section>
        </div>
      </div>
      <ActionBar
        actions={[
          { name: 'Publish', key: 'p', look: 'primary', onPress: conflict ? undefined : publish },
          { name: 'Save', key: 's', busy: isSaving, onPress: conflict ? undefined : save },
          {
            name: to === 'withdrawn' ? 'Withdraw' : 'Make available again',
            key: 'x',
            look: to === 'withdrawn' ? 'bad-line' : 'line',
            onPress: version === null ? undefined : () => setDialog({ what: 'offer' }),
          },
          {
            name: 'Price',
            onPress: roleAllows(authoringActs.price, roles) ? () => setDialog({ what: 'price' }) : undefined,
          },
        ]}
        state={
          <p role="status" className="t-xs ink-2">
            {isDirty ? 'You have unsaved changes.' : 'All changes saved. Only staff can see them until you publish.'}
          </p>
        }
      />
      {dialog?.what === 'publish' && <PublishDialog {...close} number={dialog.number} />}
      {dialog?.what === 'offer' && <OfferDialog {...close} to={to} />}
      {dialog?.what === 'price' && <PriceDialog {...close} priceUsd={priceUsd} below={priceBelow} />}
    </>
  );
}

const FaultList = ({ faults }: { faults: CheckResult['faults'] }) => (
  <Notice kind="wait" live>
    <p className="b">Fix these problems before you publish</p>
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
