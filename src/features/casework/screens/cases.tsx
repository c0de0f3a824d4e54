import { type MouseEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { KeysDialog, queueKeys } from '../../../ui/desk/keys-line.tsx';
import { ListBody } from '../../../ui/desk/list-body.tsx';
import { SearchField } from '../../../ui/desk/search-field.tsx';
import { useChoice, useSelection, useServerNow, useSteady } from '../../../ui/desk/use-list.ts';
import { KindField, ViewChips } from '../../../ui/desk/view-chips.tsx';
import { caseKinds } from '../../compliance/cases.ts';
import { CasesTable } from './parts/cases-table.tsx';
import { caseParts, useCases, useCasesPlace } from './parts/use-cases.ts';

export const meta = () => deskMeta('Cases');

/** What is being decided about whom, the last changed first. */
export default function CasesScreen() {
  const person = useDeskPerson();
  return (
    <>
      <h1 className="sr">Cases</h1>
      <Cases me={person.id} />
    </>
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
        <ViewChips
          views={caseParts}
          chosen={part.view}
          counts={first?.counts}
          uncounted={['closed']}
          onChoose={(view) => set({ view: view === 'open' ? '' : view })}
        />
        <KindField kinds={caseKinds} chosen={part.kind} onChoose={(kind) => set({ kind })} />
      </div>
      <div className="split one">
        <ListBody
          asked={query}
          shown={first ? lines.length : null}
          failed="The cases could not be read."
          empty={{
            title: narrowed ? 'No case matches' : 'No open case',
            text: narrowed ? undefined : 'A case is opened from an alert, or by itself when an order is stopped.',
          }}
          names={queueKeys}
          onKeys={() => setHelp(true)}
        >
          <CasesTable lines={lines} selected={chosen} now={now} me={me} onChoose={onChoose} />
        </ListBody>
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} names={queueKeys} />
    </>
  );
}
