import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatPlural } from '../../../../ui/number-format.ts';
import { NextPage } from '../../../../ui/pager.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import '../../../../ui/admin/admin-page.css';
import { useQuery } from '@tanstack/react-query';
import { adminMeta } from '../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { type Shortcut, ShortcutBar, ShortcutDialog, useShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { useListCursor, usePages } from '../../../../ui/admin/use-list.ts';
import { useView, ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { formatAmount } from '../../../ledger/amount.ts';
import { maxBatchLines } from '../../line-rules.ts';
import { batchLabels, lineToasts } from '../../messages.ts';
import { getLineElementId, isReadyToConfirm, type Line, LineItem, type LineRequest } from './line-item.tsx';

const toBatchItems = ({ id: lineId, matches: [best] }: Line) =>
  best ? [{ lineId, kind: best.kind, id: best.id }] : [];

const isUsedDuplicate = ({ sameAs, two }: Line): boolean =>
  sameAs?.used === true && !sameAs.byHand && !sameAs.against && !two;

/** Holds the selected lines and starts batches. Starts no batch while `left` lines of another batch wait. */
function useSelection(lines: readonly Line[], left: number) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const { afterRefresh } = useInvalidate(api.bankLines.batch.key());
  const { mutate, isPending } = useCommand(api.bankLines.startBatch, {
    done: (_, { items }) => {
      setSelectedIds(new Set());
      afterRefresh(() => toastSuccess(lineToasts.batchStarted, { count: String(items.length) }));
    },
  });
  const selectable = lines.filter(isReadyToConfirm);
  const selected = selectable.filter(({ id }) => selectedIds.has(id));
  const duplicates = lines.filter(isUsedDuplicate).slice(0, maxBatchLines);
  return {
    selected: new Set(selected.map(({ id }) => id)),
    busy: isPending || left > 0,
    count: selected.length,
    duplicates: duplicates.length,
    toggle: (id: string) =>
      setSelectedIds(
        new Set(selectedIds.has(id) ? [...selectedIds].filter((one) => one !== id) : [...selectedIds, id]),
      ),
    selectAll: (of: readonly Line[]) =>
      setSelectedIds(
        new Set(
          of
            .filter(isReadyToConfirm)
            .slice(0, maxBatchLines)
            .map(({ id }) => id),
        ),
      ),
    confirm: () => mutate({ act: 'confirm', items: selected.slice(0, maxBatchLines).flatMap(toBatchItems) }),
    setAsideAgain: () => mutate({ act: 'set_aside', items: duplicates.map(({ id: lineId }) => ({ lineId })) }),
  };
}

type Batch = NonNullable<Awaited<ReturnType<typeof call.bankLines.batch>>['batch']>;
type Result = Batch['lines'][number];

function useBatch(works: boolean) {
  const { data } = useQuery({ ...api.bankLines.batch.queryOptions(), enabled: works });
  const batch = data?.batch ?? null;
  return { batch, left: batch?.lines.filter(({ state }) => state === 'waiting').length ?? 0 };
}

const formatLine = ({ amount, reference }: Result): string =>
  [amount && formatAmount(amount), reference || 'No reference'].filter(Boolean).join(', ');

const Results = ({ title, lines }: { title: string; lines: readonly Result[] }) =>
  lines.length > 0 && (
    <details open={lines.some(({ state }) => state === 'refused')}>
      <summary>
        {title} ({lines.length})
      </summary>
      <ul className="notes">
        {lines.map((line) => (
          <li key={line.lineId} className="wrap-any">
            <span className="num">{formatLine(line)}</span>
            {line.reason && <span className="ink-2">: {line.reason}</span>}
          </li>
        ))}
      </ul>
    </details>
  );

function BatchPanel({ batch, left }: { batch: Batch; left: number }) {
  const inState = (state: Result['state']) => batch.lines.filter((line) => line.state === state);
  return (
    <PageSection id="batch" title={batchLabels[batch.act]}>
      <p className="ink-2" role="status">
        {left > 0
          ? `Working on it: ${left} of ${batch.lines.length} to go. You can close this page.`
          : `${inState('done').length} of ${batch.lines.length} done, started ${formatDateTime(batch.createdAt)}.`}
      </p>
      <Results title="Failed" lines={inState('refused')} />
      <Results title="Done" lines={inState('done')} />
    </PageSection>
  );
}

const LineDialog = lazyPart(() => import('./line-dialogs.tsx').then((parts) => parts.LineDialog));
const UploadDialog = lazyPart(() => import('./upload-dialog.tsx').then((parts) => parts.UploadDialog));

export const meta = () => adminMeta('Bank lines');

const views = [
  { key: 'open', name: 'Waiting' },
  { key: 'dismissed', name: 'Dismissed' },
] as const;
const keys: readonly Shortcut[] = [
  [['A'], 'choose certain matches'],
  [['C'], 'confirm selected'],
  [['J', 'K'], 'next, previous'],
  [['Enter'], 'confirm the first match'],
];
const allKeys: readonly Shortcut[] = [
  ...keys,
  [['F'], 'find a match'],
  [['S'], 'split or leave unallocated'],
  [['X'], 'dismiss'],
  [['U'], 'upload a statement'],
];

export default function BankLinesScreen() {
  return (
    <div className="compliance">
      <BankLines />
    </div>
  );
}

const emptyStates = {
  open: { title: 'No lines waiting', text: 'Upload a statement to match it with expected payments.' },
  dismissed: { title: 'Nothing dismissed', text: 'Money out and lines that belong to no customer appear here.' },
};

type LineKeys = { works: boolean; onRequest: (request: LineRequest) => void; more: More };
function useLineKeys(lines: readonly Line[], { works, onRequest, more }: LineKeys) {
  const [chosen, choose] = useState<string | null>(null);
  const to = (id: string) => {
    choose(id);
    document.getElementById(getLineElementId(id))?.focus();
  };
  const { down, up } = useListCursor(
    lines.map(({ id }) => id),
    { selected: chosen, choose: to, loadMore: more },
  );
  const line = lines.find(({ id }) => id === chosen);
  const open = works && line?.dismissal === null ? line : undefined;
  const [match] = open?.matches ?? [];
  const act = (name: 'find' | 'split' | 'setAside') => open && (() => onRequest({ act: name, line: open }));
  useShortcuts({
    j: down,
    k: up,
    enter: open && match ? () => onRequest({ act: 'confirm', line: open, match }) : undefined,
    f: act('find'),
    s: act('split'),
    x: act('setAside'),
  });
}

type LinesProps = { lines: readonly Line[]; works: boolean; ticks: Ticks; more: More };
function Lines({ lines, works, ticks, more }: LinesProps) {
  const [request, setRequest] = useState<LineRequest | null>(null);
  useLineKeys(lines, { works, onRequest: setRequest, more });
  return (
    <>
      <ul className="notes">
        {lines.map((line) => (
          <LineItem
            key={line.id}
            line={line}
            works={works}
            onRequest={setRequest}
            ticked={ticks.selected.has(line.id)}
            onTick={ticks.toggle}
          />
        ))}
      </ul>
      {request && <LineDialog request={request} onRequest={setRequest} onClose={() => setRequest(null)} />}
    </>
  );
}
type Ticks = ReturnType<typeof useSelection>;
type More = (() => void) | undefined;

function BankLines() {
  const { view: which, chips } = useView(views, 'open');
  const {
    first,
    lines,
    error,
    loadAll,
    loadMore: more,
    ...query
  } = usePages(api.bankLines.list, (after) => ({ which, after }));
  const [uploading, setUploading] = useState(false);
  const [isHelpOpen, setHelp] = useState(false);
  const works = first?.works === true;
  const { batch, left } = useBatch(works);
  const ticks = useSelection(lines ?? [], left);
  const certain = (lines ?? []).filter(isReadyToConfirm);
  const tickAll = () => void loadAll().then(ticks.selectAll, toastRefusal);
  const upload = works ? () => setUploading(true) : undefined;
  useShortcuts({
    a: works && !ticks.busy ? tickAll : undefined,
    c: ticks.count > 0 && !ticks.busy ? ticks.confirm : undefined,
    u: upload,
    '?': () => setHelp(true),
  });
  return (
    <div className="desk-page">
      <header className="page-head">
        <div className="row between wraps">
          <h1>Bank lines</h1>
          {upload && <Button onClick={upload}>Upload a statement</Button>}
        </div>
        <p className="ink-2">
          Match each line with an order or payment, oldest first. Nothing is confirmed automatically.
        </p>
      </header>
      <div className="row wraps">
        <ViewChips {...chips} counts={{ open: first?.open ?? 0 }} uncounted={['dismissed']} />
        {works && certain.length > 0 && (
          <>
            {left === 0 && (
              <Button variant="line" onClick={tickAll}>
                Select all certain matches
              </Button>
            )}
            {ticks.count > 0 && (
              <Button busy={ticks.busy} onClick={ticks.confirm}>
                Confirm {ticks.count} selected
              </Button>
            )}
          </>
        )}
        {works && ticks.duplicates > 0 && (
          <Button variant="line" busy={ticks.busy} onClick={ticks.setAsideAgain}>
            Dismiss {formatPlural(ticks.duplicates, 'duplicate', 'duplicates')}
          </Button>
        )}
      </div>
      {batch && <BatchPanel batch={batch} left={left} />}
      {lines?.length === 0 && <EmptyState {...emptyStates[which]} />}
      {lines && <Lines lines={lines} works={works} ticks={ticks} more={more} />}
      {query.hasNextPage && <NextPage query={query} shownCount={lines?.length ?? 0} />}
      {(!lines || error) && (
        <QueryPlaceholder
          query={{ error, refetch: query.refetch }}
          text="We couldn't load the lines."
          lines={[60, 90, 60]}
        />
      )}
      <ShortcutBar shortcuts={keys} onShowAll={() => setHelp(true)} />
      <ShortcutDialog open={isHelpOpen} onClose={() => setHelp(false)} shortcuts={allKeys} />
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
    </div>
  );
}
