import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { momentText } from '../../../ui/format.ts';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { pausedWords, programsNotices } from '../own-messages.ts';
import { type Endpoint, useProgramsAgain, type Webhooks } from './data.ts';
import { EndDialog } from './end-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const WebhookForm = lazy(() => import('./webhook-form.tsx'));
const RotateForm = lazy(() => import('./rotate-form.tsx'));
const Deliveries = lazy(() => import('./deliveries.tsx'));
const waiting = <Skeleton label="Loading" lines={[60, 100]} />;

type Doing = { readonly what: 'rotate' | 'end' | 'look'; readonly endpoint: Endpoint };

function EndpointLine({ endpoint, onAct }: { endpoint: Endpoint; onAct: (what: Doing['what']) => void }) {
  const { id, url, createdAt, pausedWhy, formerUntil } = endpoint;
  const again = useProgramsAgain();
  const resume = useMutation({
    ...api.programs.resumeWebhook.mutationOptions(),
    onSuccess: () => toastSuccess(programsNotices.addressOn),
    onError: toastRefusal,
    onSettled: again,
  });
  const act = (word: string, what: Doing['what']) => (
    <Button look="line" size="small" label={`${word}: ${url}`} onClick={() => onAct(what)}>
      {word}
    </Button>
  );
  return (
    <li>
      <div>
        <b>{url}</b> {pausedWhy && <Badge kind="pending">Paused</Badge>}
        <p className="t-xs ink-2">
          Added {momentText(createdAt)}.{pausedWhy && ` ${pausedWords[pausedWhy].text}`}
          {formerUntil && ` The secret of before signs until ${momentText(formerUntil)}.`}
        </p>
      </div>
      <div className="row">
        {pausedWhy && (
          <Button size="small" label={`Turn on: ${url}`} busy={resume.isPending} onClick={() => resume.mutate({ id })}>
            Turn on
          </Button>
        )}
        {act('What it was told', 'look')}
        {act('Change the secret', 'rotate')}
        {act('Remove', 'end')}
      </div>
    </li>
  );
}

/** The addresses that are told when an order moves. */
export function WebhooksPart({ webhooks: { endpoints, most }, factor }: { webhooks: Webhooks; factor: boolean }) {
  const again = useProgramsAgain();
  const [adding, setAdding] = useState(false);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const shown = (made: string) => {
    setAdding(false);
    setDoing(null);
    setSecret(made);
    again();
  };
  const id = doing?.endpoint.id ?? '';
  const rotate = async (overlapHours: number) => (await call.programs.rotateWebhook({ id, overlapHours })).secret;
  return (
    <section className="lock stack" aria-labelledby="webhooks">
      <header>
        <h2 id="webhooks">Webhooks</h2>
      </header>
      <p className="ink-2">
        We tell an address of yours when an order moves or its receipt is ready: its id and its status, signed, and
        nothing else.
      </p>
      {endpoints.length > 0 && (
        <ul className="keyring">
          {endpoints.map((endpoint) => (
            <EndpointLine key={endpoint.id} endpoint={endpoint} onAct={(what) => setDoing({ what, endpoint })} />
          ))}
        </ul>
      )}
      {factor && endpoints.length < most && (
        <div className="row">
          <Button look="line" onClick={() => setAdding(true)}>
            Add an address
          </Button>
        </div>
      )}
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add an address">
        <Suspense fallback={waiting}>
          <WebhookForm onAdded={shown} />
        </Suspense>
      </Dialog>
      <Dialog open={doing?.what === 'rotate'} onClose={() => setDoing(null)} title="Another secret to sign with">
        <Suspense fallback={waiting}>
          <RotateForm act={rotate} onDone={shown} />
        </Suspense>
      </Dialog>
      <Dialog open={doing?.what === 'look'} onClose={() => setDoing(null)} title="What it was told" wide>
        <Suspense fallback={waiting}>
          <Deliveries endpointId={id} paused={doing?.endpoint.pausedAt !== null} />
        </Suspense>
      </Dialog>
      <EndDialog
        open={doing?.what === 'end'}
        title="Remove this address?"
        text="It is told nothing any more, and what it was told is forgotten."
        says="Remove it"
        act={() => call.programs.removeWebhook({ id })}
        onDone={() => {
          toastSuccess(programsNotices.addressRemoved);
          again();
        }}
        onClose={() => setDoing(null)}
      />
      <SecretDialog secret={secret} what="signing secret" onClose={() => setSecret(null)} />
    </section>
  );
}
