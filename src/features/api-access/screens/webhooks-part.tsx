import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { toastRefusal } from '../../../ui/error-message.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { pausedTexts, programsToasts } from '../toasts.ts';
import { type Endpoint, useInvalidatePrograms, type Webhooks } from './data.ts';
import { EndDialog } from './end-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const WebhookForm = lazy(() => import('./webhook-form.tsx'));
const RotateForm = lazy(() => import('./rotate-form.tsx'));
const Deliveries = lazy(() => import('./deliveries.tsx'));
const waiting = <Skeleton label="Loading" lines={[60, 100]} />;

type OpenDialog = { readonly what: 'rotate' | 'end' | 'look'; readonly endpoint: Endpoint };

function EndpointRow({ endpoint, onAct }: { endpoint: Endpoint; onAct: (what: OpenDialog['what']) => void }) {
  const { id, url, createdAt, pausedWhy, formerUntil } = endpoint;
  const invalidate = useInvalidatePrograms();
  const resume = useMutation({
    ...api.programs.resumeWebhook.mutationOptions(),
    onSuccess: () => toastSuccess(programsToasts.addressOn),
    onError: toastRefusal,
    onSettled: invalidate,
  });
  const act = (word: string, what: OpenDialog['what']) => (
    <Button variant="line" size="small" label={`${word}: ${url}`} onClick={() => onAct(what)}>
      {word}
    </Button>
  );
  return (
    <li>
      <div>
        <b>{url}</b> {pausedWhy && <Badge kind="pending">Paused</Badge>}
        <p className="t-xs ink-2">
          Added {formatDateTime(createdAt)}.{pausedWhy && ` ${pausedTexts[pausedWhy].text}`}
          {formerUntil && ` Until ${formatDateTime(formerUntil)}, we also sign with the previous secret.`}
        </p>
      </div>
      <div className="row">
        {pausedWhy && (
          <Button size="small" label={`Turn on: ${url}`} busy={resume.isPending} onClick={() => resume.mutate({ id })}>
            Turn on
          </Button>
        )}
        {act('Deliveries', 'look')}
        {act('Change secret', 'rotate')}
        {act('Remove', 'end')}
      </div>
    </li>
  );
}

export function WebhooksPart({ webhooks: { endpoints, most }, factor }: { webhooks: Webhooks; factor: boolean }) {
  const invalidate = useInvalidatePrograms();
  const [adding, setAdding] = useState(false);
  const [openDialog, setDoing] = useState<OpenDialog | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const showSecret = (newSecret: string) => {
    setAdding(false);
    setDoing(null);
    setSecret(newSecret);
    invalidate();
  };
  const id = openDialog?.endpoint.id ?? '';
  const rotate = async (overlapHours: number) => (await call.programs.rotateWebhook({ id, overlapHours })).secret;
  return (
    <section className="lock stack" aria-labelledby="webhooks">
      <header>
        <h2 id="webhooks">Webhooks</h2>
      </header>
      <p className="ink-2">
        We send a signed event when an order changes or its receipt is ready. It contains only the order id and status.
      </p>
      {endpoints.length > 0 && (
        <ul className="keyring">
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} onAct={(what) => setDoing({ what, endpoint })} />
          ))}
        </ul>
      )}
      {factor && endpoints.length < most && (
        <div className="row">
          <Button variant="line" onClick={() => setAdding(true)}>
            Add a URL
          </Button>
        </div>
      )}
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add a URL">
        <Suspense fallback={waiting}>
          <WebhookForm onAdded={showSecret} />
        </Suspense>
      </Dialog>
      <Dialog open={openDialog?.what === 'rotate'} onClose={() => setDoing(null)} title="New signing secret">
        <Suspense fallback={waiting}>
          <RotateForm act={rotate} onDone={showSecret} />
        </Suspense>
      </Dialog>
      <Dialog open={openDialog?.what === 'look'} onClose={() => setDoing(null)} title="Deliveries" wide>
        <Suspense fallback={waiting}>
          <Deliveries endpointId={id} paused={openDialog?.endpoint.pausedAt !== null} />
        </Suspense>
      </Dialog>
      <EndDialog
        open={openDialog?.what === 'end'}
        title="Remove this URL?"
        text="We'll stop sending events to it and delete its delivery history."
        says="Remove URL"
        act={() => call.programs.removeWebhook({ id })}
        onDone={() => {
          toastSuccess(programsToasts.addressRemoved);
          invalidate();
        }}
        onClose={() => setDoing(null)}
      />
      <SecretDialog secret={secret} what="signing secret" onClose={() => setSecret(null)} />
    </section>
  );
}
