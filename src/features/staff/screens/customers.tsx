import { api } from '../../../ui/client.ts';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { queueKeys } from '../../../ui/desk/keys-line.tsx';
import { DeskList } from '../../../ui/desk/list.tsx';
import { forRole } from '../../../ui/desk/not-for-role.tsx';
import { SearchField } from '../../../ui/desk/search-field.tsx';
import { usePages, usePlace } from '../../../ui/desk/use-list.ts';
import { identityActs } from '../../identity/acts.ts';
import { customerColumns } from './identity/customer-columns.tsx';

export const meta = () => deskMeta('Customers');

/** Everybody who has an account, the newest first, found by name or e-mail. */
export default forRole({ act: identityActs.look, what: 'Customers', who: 'Compliance, support or admin' }, Customers);

function Customers() {
  const { search, set } = usePlace();
  const { lines, ...query } = usePages(api.identity.customers, (after) => ({ search: search.slice(0, 80), after }));
  return (
    <DeskList
      asked={query}
      lines={lines}
      columns={customerColumns}
      look="customers"
      open="/admin/customers"
      bar={(field) => (
        <>
          <div className="bar2">
            <SearchField
              label="Search customers"
              placeholder="Name or e-mail"
              search={search}
              field={field}
              onSearch={(text) => set({ search: text, at: '' })}
            />
            <span className="ink-3 only-wide live">Newest first</span>
          </div>
          <h1 className="sr">Customers</h1>
        </>
      )}
      failed="The customers could not be read."
      empty={
        search === ''
          ? { title: 'No customers yet' }
          : { title: 'Nobody matches', text: 'Try a part of the name or of the e-mail address.' }
      }
      keys={queueKeys}
    />
  );
}
