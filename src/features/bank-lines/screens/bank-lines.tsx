import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { later } from '../../../ui/later.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import '../../../ui/desk/desk-page.css';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { type KeyName, KeysDialog, KeysLine } from '../../../ui/desk/keys-line.tsx';
import { useChoice, usePages } from '../../../ui/desk/use-list.ts';
import { useView, ViewChips } from '../../../ui/desk/view-chips.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { isReady, type Line, LineItem, type LineRequest, lineIdOf } from './line-item.tsx';
import { useTicked } from './use-ticked.ts';

const LineDialog = later(() => import('./line-dialogs.tsx').then((parts) => parts.LineDialog));
const UploadDialog = later(() => import('./upload-dialog.tsx').then((parts) => parts.UploadDialog));

export const meta = () => deskMeta('Bank lines');

const views = [
  { key: 'open', name: 'Waiting' },
  { key: 'aside', name: 'Set aside' },
] as const;
const keys: readonly KeyName[] = [
  [['A'], 'tick what is certain'],
  [['C'], 'confirm what is ticked'],
  [['J', 'K'], 'next, previous'],
  [['Enter'], 'confirm it for the first'],
];
const allKeys: readonly KeyName[] = [
  ...keys,
  [['F'], 'find what it is for'],
  [['S'], 'split it, or leave it unassigned'],
  [['X'], 'set it aside'],
  [['U'], 'upload a statement'],
];

/** What our bank accounts show, each line until it is known what it is for. */
export default function BankLinesScreen() {
  return (
    <div className="compliance">
      <BankLines />
    </div>
  );
}

const nothing = {
  open: { title: 'No line waits', text: 'Upload a statement: what the bank shows is matched with what is awaited.' },
  aside: { title: 'Nothing is set aside', text: 'What left us, and what is nobody’s, shows up here.' },
};

/** The line that the keys are about has the focus; one that left gives its place to the next. */
type LineKeys = { works: boolean; onAsk: (asked: LineRequest) => void; more: More };
function useLineKeys(lines: readonly Line[], { works, onAsk, more }: LineKeys) {
  const [chosen, choose] = useState<string | null>(null);
  const to = (id: string) => {
    choose(id);
    document.getElementById(lineIdOf(id))?.focus();
  };
  const { down, up } = useChoice(
    lines.map(({ id }) => id),
    { selected: chosen, choose: to, more },
  );
  const line = lines.find(({ id }) => id === chosen);
  const open = works && line?.aside === null ? line : undefined;
  const [match] = open?.matches ?? [];
  const act = (name: 'find' | 'split' | 'setAside') => open && (() => onAsk({ act: name, line: open }));
  useKeys({
    j: down,
    k: up,
    enter: open && match ? () => onAsk({ act: 'confirm', line: open, match }) : undefined,
    f: act('find'),
    s: act('split'),
    x: act('setAside'),
  });
}

type LinesProps = { lines: readonly Line[]; works: boolean; ticks: Ticks; more: More };
function Lines({ lines, works, ticks, more }: LinesProps) {
  const [asked, setAsked] = useState<LineRequest | null>(null);
  useLineKeys(lines, { works, onAsk: setAsked, more });
  return (
    <>
      <ul className="notes">
        {lines.map((line) => (
          <LineItem
            key={line.id}
            {...{ line, works, onAsk: setAsked }}
            ticked={ticks.ticked.has(line.id)}
            onTick={ticks.turn}
          />
        ))}
      </ul>
      {asked && <LineDialog asked={asked} onAsk={setAsked} onClose={() => setAsked(null)} />}
    </>
  );
}
type Ticks = ReturnType<typeof useTicked>;
type More = (() => void) | undefined;

function BankLines() {
  const { view: which, chips } = useView(views, 'open');
  const { first, lines, error, whole, more, ...query } = usePages(api.bankLines.list, (after) => ({ which, after }));
  const ticks = useTicked(lines ?? []);
  const [uploading, setUploading] = useState(false);
  const [help, setHelp] = useState(false);
  const works = first?.works === true;
  const sure = (lines ?? []).filter(isReady);
  const tickAll = () => void whole().then(ticks.all, toastRefusal);
  const upload = works ? () => setUploading(true) : undefined;
  useKeys({
    a: works ? tickAll : undefined,
    c: ticks.count > 0 ? ticks.confirm : undefined,
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
          Each line stands here until it is known what it is for, the oldest first. Nothing is confirmed by itself: what
          is certain is ticked and confirmed by you.
        </p>
      </header>
      <div className="row wraps">
        <ViewChips {...chips} counts={{ open: first?.open ?? 0 }} uncounted={['aside']} />
        {works && sure.length > 0 && (
          <>
            <Button look="line" onClick={tickAll}>
              Tick all that is certain
            </Button>
            {ticks.count > 0 && (
              <Button busy={ticks.left > 0} onClick={ticks.confirm}>
                {ticks.left > 0 ? `${ticks.left} to go` : `Confirm ${ticks.count} ticked`}
              </Button>
            )}
          </>
        )}
        {works && ticks.again > 0 && (
          <Button look="line" busy={ticks.left > 0} onClick={ticks.setAsideAgain}>
            Set aside {ticks.again} that stand here already
          </Button>
        )}
      </div>
      {lines?.length === 0 && <EmptyState {...nothing[which]} />}
      {lines && <Lines {...{ lines, works, ticks, more }} />}
      {query.hasNextPage && <NextPage asked={query} shown={lines?.length ?? 0} />}
      {(!lines || error) && (
        <NotYet asked={{ error, refetch: query.refetch }} text="The lines could not be read." lines={[60, 90, 60]} />
      )}
      <KeysLine names={keys} onAll={() => setHelp(true)} />
      <KeysDialog open={help} onClose={() => setHelp(false)} names={allKeys} />
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
    </div>
  );
}
