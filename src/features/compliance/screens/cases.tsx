import { type MouseEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { deskMeta } from '../../staff/screens/desk/frame.tsx';
import { useKeys } from '../../staff/screens/desk/keys.ts';
import { KeysDialog, KeysLine, queueKeys } from '../../staff/screens/desk/keys-line.tsx';
import { SearchField } from '../../staff/screens/desk/search-field.tsx';
import { useChoice, useSelection, useServerNow, useSteady } from '../../staff/screens/desk/use-queue.ts';
import { caseKinds } from '../cases.ts';
import { CasesTable } from './parts/cases-table.tsx';
import { ComplianceFrame } from './parts/frame.tsx';
import { caseParts, useCases, useCasesPlace } from './parts/use-cases.ts';

export const handle = { frame: 'desk' };
export const meta = () => deskMeta('Cases');

/** What is being decided about whom, the last changed first. */
export default function CasesScreen() {
  return (
    <ComplianceFrame>
      {(person) => (
        <>
          <h1 className="sr">Cases</h1>
          <Cases me={person.id} />
        </>
      )}
    </ComplianceFrame>
  );
}

function Cases({ me }: { me: string }) {
  const { part, selected, set } = useCasesPlace();
  const { lines, first, dataUpdatedAt, ...query } = useCases(part);
  const now = useServerNow(first?.now, dataUpdatedAt);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [help, setHelp] = useState(false);
  const { chosen, choose } = useSelection(selected, (id) => set({ at: id }));
  const ids = lines.map(({ id }) => id);
  const { down, up } = useChoice(ids, chosen, choose);
  const open = (id: string) => void navigate(`/admin/aml-compliance/cases/${id}`);
  useKeys({
    j: down,
    k: up,
    enter: chosen === null ? undefined : () => open(chosen),
    '/': () => field.current?.focus(),
    '?': () => setHelp(true),
  });
  const onChoose = useSteady((event: MouseEvent, id: string) => {
    // A new tab stays a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(id);
  });
  const narrowed = part.search !== '' || part.kind !== null || part.view !== 'open';
  return (
    <>
      <div className="bar2">
        <SearchField
          label="Search cases"
          placeholder="Name, e-mail, order"
          search={part.search}
          field={field}
          onSearch={(search) => set({ search })}
        />
        <fieldset className="chips" aria-label="State">
          {caseParts.map(({ key, name }) => (
            <button
              key={key}
              type="button"
              className="chip"
              aria-pressed={key === part.view}
              onClick={() => set({ view: key === 'open' ? '' : key })}
            >
              {name} {key !== 'closed' && <span className="n">{first?.counts[key] ?? ''}</span>}
            </button>
          ))}
        </fieldset>
        <div className="ctl kind">
          <select aria-label="Kind" value={part.kind ?? ''} onChange={(event) => set({ kind: event.target.value })}>
            <option value="">Every kind</option>
            {Object.entries(caseKinds).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="split one">
        <div className="q-wrap">
          {lines.length > 0 && <CasesTable lines={lines} selected={chosen} now={now} me={me} onChoose={onChoose} />}
          {!first && query.error && (
            <FailedState text="The cases could not be read." error={query.error} onRetry={() => void query.refetch()} />
          )}
          {!first && !query.error && <Skeleton lines={[100, 100, 100, 100, 100, 100]} />}
          {first && lines.length === 0 && (
            <EmptyState
              title={narrowed ? 'No case matches' : 'No open case'}
              text={narrowed ? undefined : 'A case is opened from an alert, or by itself when an order is stopped.'}
            />
          )}
          {lines.length > 0 && (
            <Pager
              shown={lines.length}
              more={query.hasNextPage}
              busy={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          )}
          <KeysLine onAll={() => setHelp(true)} names={queueKeys} />
        </div>
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} names={queueKeys} />
    </>
  );
}
