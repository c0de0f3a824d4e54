import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useBlocker, useParams } from 'react-router';
import { roleAllows } from '../../../../../kernel/permissions.ts';
import { ActionBar } from '../../../../../ui/admin/action-bar.tsx';
import { DetailPage } from '../../../../../ui/admin/detail-page.tsx';
import { Badge } from '../../../../../ui/badge.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { api } from '../../../../../ui/client.ts';
import '../../../../../ui/admin/admin-page.css';
import { adminMeta, useStaffUser } from '../../../../../ui/admin/frame.tsx';
import type { Shortcut } from '../../../../../ui/admin/shortcuts.tsx';
import { useUrlState } from '../../../../../ui/admin/use-list.ts';
import { errorMessage, toastRefusal } from '../../../../../ui/error-message.ts';
import { lazyPart } from '../../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../../ui/notice.tsx';
import { authoringPermissions } from '../../../permissions.ts';
import type { Draft } from '../../draft.ts';
import './authoring.css';
import { PageSection } from '../../../../../ui/admin/section.tsx';
import { formatDateTime } from '../../../../../ui/format.ts';
import { type ChangeDraft, type CheckResult, type CourseDetails, stateLabels } from './data.ts';

const saveDelayMs = 2_000;

/** Returns the sections that changed since `base`, and the head. */
function getSaveInput({ sections, ...head }: Draft, base: Draft) {
  const known = new Map(base.sections.map((section) => [section.id, section]));
  const changed = sections.filter((section) => known.get(section.id) !== section);
  return { head, order: sections.map(({ id }) => id), sections: changed };
}

/** Saves after a pause in typing and before leaving. After a conflict, saves nothing until the editor reloads. */
function useDraft(courseId: string, stored: { readonly draft: Draft; readonly number: number }) {
  const queries = useQueryClient();
  // Current values for queued saves.
  const latest = useRef({ draft: stored.draft, base: stored, pendingSave: null as Promise<number | null> | null });
  const [{ draft, base }, setShown] = useState({ draft: stored.draft, base: stored });
  const [conflict, setConflict] = useState<string | null>(null);
  const isDirty = draft !== base.draft;
  const set = (next: Partial<typeof latest.current>) => {
    Object.assign(latest.current, next);
    setShown({ draft: latest.current.draft, base: latest.current.base });
  };
  const mutation = useMutation({
    ...api.authoring.save.mutationOptions(),
    onError: (error) => {
      const { code, text } = errorMessage(error);
      if (code === 'authoring.saved_meanwhile') setConflict(text);
      else toastRefusal(error);
    },
  });
  const saveOnce = async (): Promise<number | null> => {
    const { draft: sent, base: before } = latest.current;
    const body = { courseId, number: before.number, ...getSaveInput(sent, before.draft) };
    const saved = await mutation.mutateAsync(body).catch(() => null);
    if (saved) set({ base: { draft: sent, number: saved.number } });
    if (saved) void queries.invalidateQueries({ queryKey: api.authoring.courses.key() });
    return saved?.number ?? null;
  };
  /** Returns the number of the saved draft, or null on failure. */
  const save = async (): Promise<number | null> => {
    if (latest.current.pendingSave) await latest.current.pendingSave;
    while (latest.current.draft !== latest.current.base.draft) {
      latest.current.pendingSave = saveOnce();
      const number = await latest.current.pendingSave;
      latest.current.pendingSave = null;
      if (number === null) return null;
    }
    return latest.current.base.number;
  };
  useEffect(() => {
    if (draft === base.draft || conflict !== null) return;
    const timer = setTimeout(() => void save(), saveDelayMs);
    return () => clearTimeout(timer);
  });
  useSaveOnLeave(isDirty, save);
  const change: ChangeDraft = (next) => set({ draft: next(latest.current.draft) });
  return { draft, change, save, isDirty, isSaving: mutation.isPending, conflict };
}

function useSaveOnLeave(isDirty: boolean, save: () => Promise<number | null>) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const handlers = useRef({ blocker, save });
  useEffect(() => {
    handlers.current = { blocker, save };
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { blocker: current } = handlers.current;
    void handlers.current.save().then((number) => (number === null ? current.reset?.() : current.proceed?.()));
  }, [blocker.state]);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
}

type Faults = CheckResult['faults'];
type OutlineProps = { draft: Draft; current: string; faults: Faults };
type OutlineLinkProps = Omit<OutlineProps, 'draft'> & { part: string; name: string; className?: string };

function OutlineLink({ part, name, current, faults, className }: OutlineLinkProps) {
  const count = faults.filter(({ where }) => where === part).length;
  return (
    <Link to={`?part=${part}`} className={className} aria-current={part === current ? 'true' : undefined}>
      <span className="wrap-any">{name}</span>
      {count > 0 && <span className="badge rejected">{count} to fix</span>}
    </Link>
  );
}

function Outline({ draft: { sections }, ...state }: OutlineProps) {
  return (
    <nav className="outline" aria-label="Parts of the course">
      <ol>
        <li>
          <OutlineLink part="course" name="Course details" {...state} />
        </li>
        {sections.map(({ id, title, units }, at) => (
          <li key={id}>
            <OutlineLink part={`section/${id}`} name={`${at + 1}. ${title || 'Untitled'}`} {...state} />
            <ol>
              {units.map((unit) => (
                <li key={unit.id}>
                  <OutlineLink part={`lesson/${unit.id}`} name={unit.title || 'Untitled'} {...state} />
                </li>
              ))}
              <li>
                <OutlineLink part={`quiz/${id}`} name="Quiz" {...state} />
              </li>
            </ol>
          </li>
        ))}
        <li>
          <OutlineLink part="words" name="Words and figures" {...state} />
        </li>
        <li>
          <OutlineLink part="project" name="Final project" {...state} />
        </li>
      </ol>
    </nav>
  );
}

const Versions = ({ versions }: Pick<CourseDetails, 'versions'>) => (
  <PageSection id="versions" title="Versions">
    {versions.length === 0 && <p className="ink-2">Not published yet.</p>}
    <ul className="versions">
      {versions.map(({ number, whatChanged, changes, publishedAt, publishedAs }) => (
        <li key={number}>
          <details>
            <summary className="wrap-any">
              <b className="num">Version {number}</b>, {formatDateTime(publishedAt, { year: true })}
              {publishedAs && `, by ${publishedAs}`}: {whatChanged}
            </summary>
            <div className="stack-s">
              {changes.length === 0 && <p className="ink-2">First version.</p>}
              <ul>
                {changes.map((change) => (
                  <li key={change} className="wrap-any">
                    {change}
                  </li>
                ))}
              </ul>
            </div>
          </details>
        </li>
      ))}
    </ul>
  </PageSection>
);

const CoursePart = lazyPart(() => import('./parts/course-part.tsx').then((parts) => parts.CoursePart));
const SectionPart = lazyPart(() => import('./parts/course-part.tsx').then((parts) => parts.SectionPart));
const LessonPart = lazyPart(() => import('./parts/lesson-part.tsx').then((parts) => parts.LessonPart));
const QuizPart = lazyPart(() => import('./parts/quiz-part.tsx').then((parts) => parts.QuizPart));
const TermsPart = lazyPart(() => import('./parts/course-part.tsx').then((parts) => parts.TermsPart));
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
  const canWrite = roleAllows(authoringPermissions.write, roles);
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
    return {
      name: `Section: ${section.title}`,
      content: <SectionPart draft={draft} section={section} change={change} />,
    };
  if (kind === 'quiz' && section)
    return { name: `Quiz: ${section.title}`, content: <QuizPart section={section} change={change} /> };
  if (kind === 'lesson' && unit)
    return { name: `Lesson: ${unit.title}`, content: <LessonPart draft={draft} unit={unit} change={change} /> };
  if (kind === 'words') return { name: 'Words and figures', content: <TermsPart draft={draft} change={change} /> };
  if (kind === 'project') return { name: 'Final project', content: <ProjectPart draft={draft} change={change} /> };
  return { name: 'Course details', content: <CoursePart draft={draft} change={change} /> };
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
            onPress: roleAllows(authoringPermissions.price, roles) ? () => setDialog({ what: 'price' }) : undefined,
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
