import { lazy, Suspense, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { call } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { momentText } from '../../../ui/format.ts';
import { serverNow } from '../../../ui/server-clock.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { programsNotices } from '../own-messages.ts';
import { scopeWords } from '../scopes.ts';
import { type Keys, useProgramsAgain } from './data.ts';
import { EndDialog } from './end-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const KeyForm = lazy(() => import('./key-form.tsx'));
const RotateForm = lazy(() => import('./rotate-form.tsx'));
const waiting = <Skeleton label="Loading" lines={[60, 100]} />;

type KeyLine = Keys['keys'][number];
type Doing = { readonly what: 'rotate' | 'end'; readonly key: KeyLine };

function LineOfKey({ line, onAct }: { line: KeyLine; onAct: (what: Doing['what']) => void }) {
  const over = line.endsAt <= serverNow();
  const until = `${over ? 'ended' : 'good until'} ${momentText(line.endsAt, { year: true })}`;
  return (
    <li>
      <div>
        <b>{line.name}</b> <code className="code">ccm_… {line.lastFour}</code> {over && <Badge>Ended</Badge>}
        <p className="t-xs ink-2">{line.scopes.map((scope) => scopeWords[scope]).join('. ')}.</p>
        <p className="t-xs ink-2">
          Made {momentText(line.madeAt)}, {until},{' '}
          {line.lastUsedAt ? `last used ${momentText(line.lastUsedAt)}` : 'not used yet'}.
          {line.formerUntil && ` The secret of before is good until ${momentText(line.formerUntil)}.`}
        </p>
      </div>
      <div className="row">
        <Button look="line" size="small" label={`Renew ${line.name}`} onClick={() => onAct('rotate')}>
          Renew
        </Button>
        <Button look="line" size="small" label={`End ${line.name}`} onClick={() => onAct('end')}>
          End
        </Button>
      </div>
    </li>
  );
}

/** One's keys: what each opens, when it was used, and what can be done with it. */
export function KeysPart({ keys: { keys, factor, most } }: { keys: Keys }) {
  const again = useProgramsAgain();
  const [making, setMaking] = useState(false);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const shown = (made: string) => {
    setMaking(false);
    setDoing(null);
    setSecret(made);
    again();
  };
  const id = doing?.key.id ?? '';
  const rotate = async (overlapHours: number) => (await call.programs.rotateKey({ id, overlapHours })).key;
  return (
    <section className="lock stack" aria-labelledby="keys">
      <header>
        <h2 id="keys">Keys</h2>
      </header>
      <p className="ink-2">
        A program that has a key acts as you, within what the key may do: your limits, your prices, your orders. A key
        ends when your password changes, or your second sign-in step is turned off.
      </p>
      {keys.length > 0 && (
        <ul className="keyring">
          {keys.map((line) => (
            <LineOfKey key={line.id} line={line} onAct={(what) => setDoing({ what, key: line })} />
          ))}
        </ul>
      )}
      {factor && keys.length < most && (
        <div className="row">
          <Button look={keys.length > 0 ? 'line' : 'primary'} onClick={() => setMaking(true)}>
            Make a key
          </Button>
        </div>
      )}
      <Dialog open={making} onClose={() => setMaking(false)} title="Make a key">
        <Suspense fallback={waiting}>
          <KeyForm onMade={shown} />
        </Suspense>
      </Dialog>
      <Dialog
        open={doing?.what === 'rotate'}
        onClose={() => setDoing(null)}
        title={`Another secret for ${doing?.key.name ?? ''}`}
      >
        <Suspense fallback={waiting}>
          <RotateForm act={rotate} onDone={shown} />
        </Suspense>
      </Dialog>
      <EndDialog
        open={doing?.what === 'end'}
        title={`End ${doing?.key.name ?? ''}?`}
        text="Whatever uses this key is answered nothing from then on. This cannot be undone."
        says="End the key"
        act={() => call.programs.endKey({ id })}
        onDone={() => {
          toastSuccess(programsNotices.keyEnded);
          again();
        }}
        onClose={() => setDoing(null)}
      />
      <SecretDialog secret={secret} what="key" onClose={() => setSecret(null)} />
    </section>
  );
}
