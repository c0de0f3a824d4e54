import { ORPCError } from '@orpc/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileCode } from 'lucide-react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Link, useParams } from 'react-router';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { DetailPage } from '../../../../ui/admin/detail-page.tsx';
import { adminMeta } from '../../../../ui/admin/frame.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { formatDate, formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { formatPlural } from '../../../../ui/number-format.ts';
import { ScaleBar } from '../../../../ui/scale-bar.tsx';
import { daysToReport, getReportGaps, type ReportContent, type ReportGap, reportReasons } from '../../reports.ts';
import type { ReportView } from '../../views.ts';
import { type Autosave, type AutosaveState, createAutosave, type SavedDraft } from './autosave.ts';
import { formatReportClock, ReportAge } from './clock.tsx';
import { reportKeys, reportStateLabels } from './labels.ts';
import {
  Conflict,
  type EditorProps,
  getPartyName,
  ReportFields,
  ReportParties,
  ReportTransactions,
} from './report-fields.tsx';

export const meta = () => adminMeta('Report');

export default function ReportScreen() {
  const { reportId = '' } = useParams();
  return <OneReport key={reportId} reportId={reportId} />;
}

function OneReport({ reportId }: { reportId: string }) {
  const query = useQuery(api.compliance.report.queryOptions({ input: { reportId } }));
  const back = { to: `/admin/aml-compliance/reports?at=${reportId}`, name: 'Reports' };
  return (
    <DetailPage query={query} back={back} keys={reportKeys} failed="We couldn't load the report.">
      {(report) => <ReportEditor report={report} />}
    </DetailPage>
  );
}

const autosaves = new Map<string, Autosave<unknown>>();

const isUnsaved = (autosave: Autosave<unknown>): boolean => autosave.read().state !== 'saved';

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  const open = [...autosaves.values()].filter(isUnsaved);
  if (open.length === 0) return;
  for (const autosave of open) void autosave.flush();
  event.preventDefault();
}

type AutosaveHookOptions<Draft> = Omit<Parameters<typeof createAutosave<Draft>>[0], 'start'> & {
  id: string;
  server: SavedDraft<Draft>;
};

type AutosaveHandle<Draft> = Pick<Autosave<Draft>, 'change' | 'choose' | 'flush' | 'read'> & {
  current: AutosaveState<Draft>;
};

/** Autosaved draft with its actions. Unmounting saves it. */
function useAutosave<Draft>({ id, server, ...options }: AutosaveHookOptions<Draft>): AutosaveHandle<Draft> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one autosave per id; the effect below passes new versions.
  const autosave = useMemo(() => {
    const current = (autosaves.get(id) as Autosave<Draft> | undefined) ?? createAutosave({ start: server, ...options });
    autosaves.set(id, current as Autosave<unknown>);
    return current;
  }, [id]);
  useEffect(() => autosave.receive(server), [autosave, server]);
  useEffect(() => {
    window.addEventListener('beforeunload', warnBeforeUnload);
    return () => {
      window.removeEventListener('beforeunload', warnBeforeUnload);
      void autosave.flush().then(() => autosave.read().state === 'saved' && autosaves.delete(id));
    };
  }, [autosave, id]);
  const current = useSyncExternalStore(autosave.subscribe, autosave.read);
  return { current, change: autosave.change, choose: autosave.choose, flush: autosave.flush, read: autosave.read };
}

const AbandonDialog = lazyPart(() => import('./report-dialogs.tsx').then((parts) => parts.AbandonDialog));
const FileDialog = lazyPart(() => import('./report-dialogs.tsx').then((parts) => parts.FileDialog));
const XmlDialog = lazyPart(() => import('./report-dialogs.tsx').then((parts) => parts.XmlDialog));

const gapLabels: Readonly<Record<ReportGap, string>> = {
  narrative: 'a narrative of at least 50 characters',
  reasons: 'at least one reason',
  parties: 'our customer among the parties',
};

type ReportBarProps = { report: ReportView; draft: AutosaveHandle<ReportContent>; gaps: readonly ReportGap[] };

function ReportBar({ report, draft, gaps }: ReportBarProps) {
  const [open, setOpen] = useState<'xml' | 'file' | 'abandon' | null>(null);
  const isDraft = report.state === 'draft';
  const complete = gaps.length === 0;
  const openAfterSave = (which: 'xml' | 'file' | 'abandon') => async () => {
    await draft.flush();
    if (!isDraft || draft.read().state === 'saved') setOpen(which);
  };
  const onFile = isDraft && complete ? openAfterSave('file') : undefined;
  const close = () => setOpen(null);
  return (
    <>
      <ActionBar
        actions={[
          { name: 'Mark as filed', key: 'm', onPress: onFile, look: 'primary' },
          {
            name: 'Check and export',
            key: 'x',
            onPress: openAfterSave('xml'),
            look: onFile ? 'line' : 'primary',
            icon: FileCode,
          },
          { name: 'Abandon report', onPress: isDraft ? openAfterSave('abandon') : undefined, look: 'bad-line' },
        ]}
      >
        {isDraft && !complete && (
          <p className="t-2xs ink-2">Before filing, add {gaps.map((gap) => gapLabels[gap]).join(', ')}.</p>
        )}
      </ActionBar>
      {open === 'xml' && <XmlDialog report={report} onClose={close} />}
      {open === 'file' && <FileDialog report={report} version={draft.read().version} onClose={close} />}
      {open === 'abandon' && <AbandonDialog report={report} onClose={close} />}
    </>
  );
}

type Version = ReportView['versions'][number];

const VersionContent = ({ version: { content } }: { version: Version }) => (
  <div className="stack">
    <p className="written">{content.narrative || 'Empty'}</p>
    {content.action && <p className="written">{content.action}</p>}
    <p className="ink-2">
      {content.reasons.map((code) => reportReasons[code]).join(', ') || 'No reasons'}.{' '}
      {content.parties.map(getPartyName).join(', ')}.{' '}
      {formatPlural(content.orders.length, 'transaction', 'transactions')}.
    </p>
  </div>
);

function ReportVersions({ report: { versions } }: { report: ReportView }) {
  const [open, setOpen] = useState<Version | null>(null);
  if (versions.length === 0) return null;
  return (
    <details className="past">
      <summary>
        Earlier drafts <span className="ink-3 num">{versions.length}</span>
      </summary>
      <ul className="lines num">
        {versions.map((version) => (
          <li key={version.version}>
            <Button
              variant="bare"
              size="small"
              label={`Read draft ${version.version}`}
              onClick={() => setOpen(version)}
            >
              Draft {version.version}
            </Button>
            <span className="ink-2">
              {version.writtenBy}, {formatDateTime(version.writtenAt)}
            </span>
          </li>
        ))}
      </ul>
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={`Draft ${open?.version ?? ''}`} wide>
        {open && <VersionContent version={open} />}
      </Dialog>
    </details>
  );
}

function Clock({ report: { clock, state, suspicionFormedOn } }: { report: ReportView }) {
  if (state !== 'draft') return null;
  const elapsedDays = Math.min(daysToReport, Math.max(0, daysToReport - clock.daysLeft));
  const late = clock.state === 'overdue';
  const label = `Day ${elapsedDays} of ${daysToReport}, ${formatReportClock(clock)}`;
  return (
    <div className="report-clock">
      <ScaleBar
        label={label}
        total={BigInt(daysToReport)}
        parts={[{ kind: late ? 'over' : 'used', amount: BigInt(elapsedDays) }]}
        ticks={daysToReport}
        labels={[
          { at: 0, text: `Suspicion formed ${formatDate(suspicionFormedOn)}` },
          { at: 100, text: `Due ${formatDate(clock.dueOn)}` },
        ]}
      />
    </div>
  );
}

function Head({ report }: { report: ReportView }) {
  const { number, state, customer, caseId, caseNumber, createdBy, createdAt, clock } = report;
  const label = reportStateLabels[state];
  return (
    <div>
      <div className="row between">
        <h1 className="title">
          Report {number}: {customer.name}
        </h1>
        <span className="row">
          <ReportAge clock={clock} />
          <Badge kind={label.kind}>{label.text}</Badge>
        </span>
      </div>
      <p className="ink-2 num facts-line">
        <Link className="link b" to={`/admin/aml-compliance/cases/${caseId}`}>
          Case {caseNumber}
        </Link>{' '}
        · {customer.email} · opened {formatDateTime(createdAt)} by {createdBy} · visible to compliance only
      </p>
      <Clock report={report} />
      {report.closedAt && (
        <div className="closing">
          <Notice kind={state === 'filed' ? 'ok' : 'wait'}>
            {state === 'filed' && report.filedOn && (
              <>
                <b>Filed on {formatDate(report.filedOn)}</b> with the FID, reference {report.fidReference}
              </>
            )}
            {state === 'abandoned' && (
              <>
                <b>Report abandoned.</b> “{report.abandonReason}”
              </>
            )}
            <p className="t-2xs ink-2 num">
              {report.closedBy}, {formatDateTime(report.closedAt, { year: true })}
            </p>
          </Notice>
        </div>
      )}
    </div>
  );
}

const isConflict = (error: unknown): boolean =>
  error instanceof ORPCError && String(error.code) === 'compliance.saved_since';

const canRetry = (error: unknown): boolean => !(error instanceof ORPCError) || error.status >= 500;

/** Autosaves the report. A save updates the cache without a refetch, because each view is audited. */
function useReportAutosave(report: ReportView): AutosaveHandle<ReportContent> {
  const queries = useQueryClient();
  const { id, version, content } = report;
  const server = useMemo(() => ({ draft: content, version }), [content, version]);
  const { queryKey } = api.compliance.report.queryOptions({ input: { reportId: id } });
  const save = async (draft: ReportContent, on: number): Promise<number> => {
    const content = { ...draft, reasons: [...draft.reasons], parties: [...draft.parties], orders: [...draft.orders] };
    try {
      const saved = await call.compliance.saveReport({ reportId: id, version: on, content });
      queries.setQueryData(queryKey, (old) => old && { ...old, version: saved.version, content: draft });
      return saved.version;
    } catch (error) {
      void queries.invalidateQueries({ queryKey });
      throw error;
    }
  };
  return useAutosave<ReportContent>({ id: `report ${id}`, server, save, isConflict, canRetry });
}

export function ReportEditor({ report }: { report: ReportView }) {
  const draft = useReportAutosave(report);
  const open = report.state === 'draft';
  const content = open ? draft.current.draft : report.content;
  // Reads the current draft: two changes may happen before the next render.
  const onChange = (change: Partial<ReportContent>) => draft.change({ ...draft.read().draft, ...change });
  const editor: EditorProps = { report, content, open, onChange };
  return (
    <>
      <div className="in">
        <Head report={report} />
        {open && draft.current.serverVersion && (
          <Conflict serverText={draft.current.serverVersion.draft.narrative} onChoose={draft.choose} />
        )}
        <div className="cols customer-record report">
          <div className="col">
            <ReportFields {...editor} state={draft.current.state} onLeave={() => void draft.flush()} />
          </div>
          <div className="col">
            <ReportParties {...editor} />
            <ReportTransactions {...editor} />
            <ReportVersions report={report} />
          </div>
        </div>
      </div>
      <ReportBar report={report} draft={draft} gaps={open ? getReportGaps(content) : []} />
    </>
  );
}
