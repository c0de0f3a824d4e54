import { useMemo } from 'react';
import { adminMeta, useStaffUser } from '../../../ui/admin/frame.tsx';
import { AdminList } from '../../../ui/admin/list.tsx';
import { SearchField } from '../../../ui/admin/search-field.tsx';
import { queueShortcuts } from '../../../ui/admin/shortcut-help.tsx';
import { useServerNow } from '../../../ui/admin/use-list.ts';
import { KindField, ViewChips } from '../../../ui/admin/view-chips.tsx';
import { caseKinds } from '../../compliance/cases.ts';
import { caseColumns } from './parts/case-columns.tsx';
import { caseViewTabs, useCases, useCasesUrlState } from './parts/use-cases.ts';

export const meta = () => adminMeta('Cases');

export default function CasesScreen() {
  const { id: me } = useStaffUser();
  const { filters, set } = useCasesUrlState();
  const { lines, first, dataUpdatedAt, ...query } = useCases(filters);
  const now = useServerNow(first?.now, dataUpdatedAt);
  const isFiltered = filters.search !== '' || filters.kind !== null || filters.view !== 'open';
  return (
    <AdminList
      query={query}
      rows={lines}
      columns={useMemo(() => caseColumns(now, me), [now, me])}
      className="cases"
      open="/admin/aml-compliance/cases"
      renderBar={(field) => (
        <>
          <h1 className="sr">Cases</h1>
          <div className="bar2">
            <SearchField
              label="Search cases"
              placeholder="Name, email, order"
              search={filters.search}
              field={field}
              onSearch={(search) => set({ search })}
            />
            <ViewChips
              views={caseViewTabs}
              chosen={filters.view}
              counts={first?.counts}
              uncounted={['closed']}
              onChoose={(view) => set({ view: view === 'open' ? '' : view })}
            />
            <KindField kinds={caseKinds} chosen={filters.kind} onChoose={(kind) => set({ kind })} />
          </div>
        </>
      )}
      errorText="We couldn't load the cases."
      empty={
        isFiltered
          ? { title: 'No cases match' }
          : {
              title: 'No open cases',
              text: 'Open a case from an alert. Blocked orders open one automatically.',
            }
      }
      shortcuts={queueShortcuts}
    />
  );
}
