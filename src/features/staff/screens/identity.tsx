import { type MouseEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { KeysDialog, queueKeys } from '../../../ui/desk/keys-line.tsx';
import { ListBody } from '../../../ui/desk/list-body.tsx';
import { useChoice, useSelection, useServerNow, useSteady } from '../../../ui/desk/use-list.ts';
import { identityActs } from '../../identity/acts.ts';
import { IdentityBar } from './identity/identity-bar.tsx';
import { IdentityTable } from './identity/identity-table.tsx';
import { identityKeys } from './identity/keys.ts';
import { NotForRole } from './identity/not-for-role.tsx';
import { partQuery, useIdentityPlace, useIdentityQueue } from './identity/use-identity-queue.ts';

export const meta = () => deskMeta('Identity');

/** The queue of submissions that wait for staff, by tier and age: 24 hours are promised (decision B7). */
export default function IdentityScreen() {
  const { roles } = useDeskPerson();
  return isFor(identityActs.look, roles) ? <IdentityQueue /> : <NotForRole />;
}

function IdentityQueue() {
  const { filter, tier, search, selected, set } = useIdentityPlace();
  const part = { filter, tier, search };
  const { lines, first, dataUpdatedAt, ...queue } = useIdentityQueue(part);
  const now = useServerNow(first?.now, dataUpdatedAt);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [help, setHelp] = useState(false);
  const { chosen, choose } = useSelection(selected, (id) => set({ at: id }));
  const open = (id: string) => void navigate(`/admin/identity/${id}${partQuery(part)}`);
  const { down, up } = useChoice(
    lines.map(({ id }) => id),
    chosen,
    choose,
  );
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
  const total = tier === null ? first?.counts[filter] : filter === 'all' ? first?.counts[`tier${tier}`] : undefined;
  const narrowed = search !== '' || tier !== null || filter !== 'all';
  return (
    <>
      <IdentityBar
        {...part}
        counts={first?.counts}
        asked={dataUpdatedAt}
        field={field}
        onFilter={(key) => set({ filter: key === 'all' ? '' : key })}
        onTier={(next) => set({ tier: next === null ? '' : String(next) })}
        onSearch={(text) => set({ search: text })}
      />
      <h1 className="sr">Identity checks</h1>
      <div className="split one">
        <ListBody
          asked={queue}
          shown={first ? lines.length : null}
          total={search === '' ? total : undefined}
          failed="The queue could not be read."
          empty={{
            title: narrowed ? 'No submission matches' : 'Nothing waits here',
            text: narrowed ? undefined : 'New submissions show up here by themselves.',
          }}
          names={queueKeys}
          onKeys={() => setHelp(true)}
        >
          <IdentityTable lines={lines} selected={chosen} now={now} query={partQuery(part)} onChoose={onChoose} />
        </ListBody>
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} names={identityKeys} />
    </>
  );
}
