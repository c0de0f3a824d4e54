import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { api } from '../../../ui/client.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { KeysDialog, queueKeys } from '../../../ui/desk/keys-line.tsx';
import { ListBody } from '../../../ui/desk/list-body.tsx';
import { SearchField } from '../../../ui/desk/search-field.tsx';
import { useChoice, usePlace, useSelection } from '../../../ui/desk/use-list.ts';
import { identityActs } from '../../identity/acts.ts';
import { CustomerTable } from './identity/customer-table.tsx';
import type { CustomersPage } from './identity/data.ts';
import { NotForRole } from './identity/not-for-role.tsx';

export const meta = () => deskMeta('Customers');

/** Everybody who has an account, the newest first, found by name or e-mail. */
export default function CustomersScreen() {
  const { roles } = useDeskPerson();
  return isFor(identityActs.look, roles) ? <Customers /> : <NotForRole />;
}

type Next = CustomersPage['next'];

function useCustomers(search: string) {
  const query = useInfiniteQuery(
    api.identity.customers.infiniteOptions({
      input: (after: Next) => ({ search: search.slice(0, 80), after }),
      initialPageParam: null as Next,
      getNextPageParam: (last) => last.next,
      placeholderData: keepPreviousData,
    }),
  );
  return { ...query, lines: query.data?.pages.flatMap((page) => page.lines) };
}

function Customers() {
  const { params, search, set } = usePlace();
  const { lines, ...query } = useCustomers(search);
  const { chosen, choose } = useSelection(params.get('at'), (id) => set({ at: id }));
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [help, setHelp] = useState(false);
  const { down, up } = useChoice(lines?.map(({ id }) => id) ?? [], chosen, choose);
  const open = (id: string) => void navigate(`/admin/customers/${id}`);
  useKeys({
    j: down,
    k: up,
    enter: chosen === null ? undefined : () => open(chosen),
    '/': () => field.current?.focus(),
    '?': () => setHelp(true),
  });
  return (
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
      <div className="split one">
        <ListBody
          asked={query}
          shown={lines?.length ?? null}
          failed="The customers could not be read."
          empty={{
            title: search === '' ? 'No customers yet' : 'Nobody matches',
            text: search === '' ? undefined : 'Try a part of the name or of the e-mail address.',
          }}
          names={queueKeys}
          onKeys={() => setHelp(true)}
        >
          {lines && <CustomerTable lines={lines} selected={chosen} onOpen={open} />}
        </ListBody>
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} names={queueKeys} />
    </>
  );
}
