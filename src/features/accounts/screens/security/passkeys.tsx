import { lazy, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { useCommand } from '../../../../ui/command.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { momentText } from '../../../../ui/format.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { securityNotices } from '../../security-messages.ts';
import { Later } from './later.tsx';
import { Lock } from './lock.tsx';
import { makePasskey } from './passkey.ts';
import type { Named } from './passkey-name-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type Locks, useLocksAgain } from './use-locks.ts';

const PasskeyNameForm = lazy(() => import('./passkey-name-form.tsx'));

function PasskeyLine({ passkey, onRename }: { passkey: Locks['passkeys'][number]; onRename: () => void }) {
  const again = useLocksAgain();
  const remove = useCommand(api.accounts.removePasskey, {
    done: () => toastSuccess(securityNotices.passkeyRemoved),
    after: again,
  });
  return (
    <li>
      <div>
        <b>{passkey.name}</b>
        <p className="t-xs ink-2">
          Added {momentText(passkey.createdAt)}
          {passkey.usedAt ? `, last used ${momentText(passkey.usedAt)}` : ', not used yet'}.
        </p>
      </div>
      <div className="row">
        <Button look="bare" size="small" label={`Rename ${passkey.name}`} onClick={onRename}>
          Rename
        </Button>
        <Button
          look="line"
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

/** Keys in a phone, a computer or a stick: they sign in without a password, and only here. */
export function Passkeys({ locks }: { locks: Locks }) {
  const [naming, setNaming] = useState<{ id: string | null; name: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const again = useLocksAgain();
  const add = async ({ name }: Named) => {
    const answer = await makePasskey(await call.accounts.newPasskeyOptions());
    const { codes: fresh } = await call.accounts.registerPasskey({ name, answer });
    setCodes(fresh);
    toastSuccess(securityNotices.passkeyAdded);
  };
  const rename = async ({ name }: Named) => {
    await call.accounts.renamePasskey({ id: naming?.id ?? '', name });
    toastSuccess(securityNotices.passkeyNamed);
  };
  const done = () => {
    setNaming(null);
    again();
  };
  const fresh = naming?.id === null;
  return (
    <Lock title="Passkeys" state={{ on: locks.passkeys.length > 0, word: String(locks.passkeys.length) }}>
      <p className="ink-2">
        Sign in with your finger, your face or a PIN instead of a password. A passkey works on this site alone, so
        nobody can trick it out of you.
      </p>
      {locks.passkeys.length > 0 && (
        <ul className="keyring">
          {locks.passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} onRename={() => setNaming(passkey)} />
          ))}
        </ul>
      )}
      <div className="row">
        <Button look="line" onClick={() => setNaming({ id: null, name: '' })}>
          Add a passkey
        </Button>
      </div>
      <Dialog
        open={naming !== null}
        onClose={() => setNaming(null)}
        title={fresh ? 'Add a passkey' : 'Rename the passkey'}
      >
        <Later>
          {naming && (
            <PasskeyNameForm
              start={naming.name}
              word={fresh ? 'Continue' : 'Rename'}
              act={fresh ? add : rename}
              onDone={done}
            />
          )}
        </Later>
      </Dialog>
      <RecoveryCodes codes={codes} locks={locks} onClose={() => setCodes(null)} />
    </Lock>
  );
}
