import { lazy, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { securityNotices } from '../../security-messages.ts';
import { LazyForm } from './lazy-form.tsx';
import { makePasskey } from './passkey.ts';
import type { PasskeyNameInput } from './passkey-name-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecurityCard } from './security-card.tsx';
import { type SecurityState, useReloadSecurity } from './use-security-state.ts';

const PasskeyNameForm = lazy(() => import('./passkey-name-form.tsx'));

function PasskeyRow({ passkey, onRename }: { passkey: SecurityState['passkeys'][number]; onRename: () => void }) {
  const reload = useReloadSecurity();
  const remove = useCommand(api.accounts.removePasskey, {
    done: () => toastSuccess(securityNotices.passkeyRemoved),
    after: reload,
  });
  return (
    <li>
      <div>
        <b>{passkey.name}</b>
        <p className="t-xs ink-2">
          Added {formatDateTime(passkey.createdAt)}
          {passkey.usedAt ? `, last used ${formatDateTime(passkey.usedAt)}` : ', not used yet'}.
        </p>
      </div>
      <div className="row">
        <Button variant="bare" size="small" label={`Rename ${passkey.name}`} onClick={onRename}>
          Rename
        </Button>
        <Button
          variant="line"
          size="small"
          label={`Remove ${passkey.name}`}
          busy={remove.isPending}
          onClick={() => remove.mutate({ id: passkey.id })}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

export function Passkeys({ security }: { security: SecurityState }) {
  const [editing, setEditing] = useState<{ id: string | null; name: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reload = useReloadSecurity();
  const add = async ({ name }: PasskeyNameInput) => {
    const answer = await makePasskey(await call.accounts.newPasskeyOptions());
    const { codes: newCodes } = await call.accounts.registerPasskey({ name, answer });
    setCodes(newCodes);
    toastSuccess(securityNotices.passkeyAdded);
  };
  const rename = async ({ name }: PasskeyNameInput) => {
    await call.accounts.renamePasskey({ id: editing?.id ?? '', name });
    toastSuccess(securityNotices.passkeyNamed);
  };
  const done = () => {
    setEditing(null);
    reload();
  };
  const isNew = editing?.id === null;
  return (
    <SecurityCard
      title="Passkeys"
      state={{ isOn: security.passkeys.length > 0, label: String(security.passkeys.length) }}
    >
      <p className="ink-2">
        Sign in with your fingerprint, face or PIN instead of a password. A passkey works only on this site, so a fake
        site can't steal it.
      </p>
      {security.passkeys.length > 0 && (
        <ul className="keyring">
          {security.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRename={() => setEditing(passkey)} />
          ))}
        </ul>
      )}
      <div className="row">
        <Button variant="line" onClick={() => setEditing({ id: null, name: '' })}>
          Add a passkey
        </Button>
      </div>
      <Dialog
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={isNew ? 'Add a passkey' : 'Rename the passkey'}
      >
        <LazyForm>
          {editing && (
            <PasskeyNameForm
              start={editing.name}
              submitLabel={isNew ? 'Continue' : 'Rename'}
              onSubmit={isNew ? add : rename}
              onDone={done}
            />
          )}
        </LazyForm>
      </Dialog>
      <RecoveryCodes codes={codes} security={security} onClose={() => setCodes(null)} />
    </SecurityCard>
  );
}
