import { useMemo } from 'react';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { queueKeys } from '../../../ui/desk/keys-line.tsx';
import { DeskList } from '../../../ui/desk/list.tsx';
import { SearchField } from '../../../ui/desk/search-field.tsx';
import { useServerNow } from '../../../ui/desk/use-list.ts';
import { KindField, ViewChips } from '../../../ui/desk/view-chips.tsx';
import { caseKinds } from '../../compliance/cases.ts';
import { caseColumns } from './parts/case-columns.tsx';
import { caseParts, useCases, useCasesPlace } from './parts/use-cases.ts';

export const meta = () => deskMeta('Cases');

/** What is being decided about whom, the last changed first. */
export default function CasesScreen() {
  const { id: me } = useDeskPerson();
  const { part, set } = useCasesPlace();
  const { lines, first, dataUpdatedAt, ...query } = useCases(part);
  const now = useServerNow(first?.now, dataUpdatedAt);
  const narrowed = part.search !== '' || part.kind !== null || part.view !== 'open';
  return (
    <DeskList
      asked={query}
      lines={lines}
      columns={useMemo(() => caseColumns(now, me), [now, me])}
      look="cases"
      open="/admin/aml-compliance/cases"
      bar={(field) => (
        <>
          <h1 className="sr">Cases</h1>
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
        </>
      )}
      failed="The cases could not be read."
      empty={
        narrowed
          ? { title: 'No case matches' }
          : { title: 'No open case', text: 'A case is opened from an alert, or by itself when an order is stopped.' }
      }
      keys={queueKeys}
    />
  );
}
