import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toastRefusal } from '../../../ui/error-message.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { serverNow } from '../../../ui/server-clock.ts';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { scopeLabels } from '../scopes.ts';
import { pausedTexts, programsToasts } from '../toasts.ts';
import { type Endpoint, type Keys, useInvalidatePrograms, type Webhooks } from './data.ts';

const WebhookForm = lazy(() => import('./program-forms.tsx').then((parts) => ({ default: parts.WebhookForm })));
const Deliveries = lazy(() => import('./deliveries.tsx').then((parts) => ({ default: parts.Deliveries })));

type WebhookDialog = { readonly what: 'rotate' | 'end' | 'look'; readonly endpoint: Endpoint };

function EndpointRow({ endpoint, onAct }: { endpoint: Endpoint; onAct: (what: WebhookDialog['what']) => void }) {
  const { id, url, createdAt, pausedWhy, formerUntil: previousSecretUntil } = endpoint;
  const invalidate = useInvalidatePrograms();
  const resume = useMutation({
    ...api.programs.resumeWebhook.mutationOptions(),
    onSuccess: () => toastSuccess(programsToasts.addressOn),
    onError: toastRefusal,
    onSettled: invalidate,
  });
  const renderButton = (label: string, what: WebhookDialog['what']) => (
    <Button variant="line" size="small" label={`${label}: ${url}`} onClick={() => onAct(what)}>
      {label}
    </Button>
  );
  return (
    <li>
      <div>
        <b>{url}</b> {pausedWhy && <Badge kind="pending">Paused</Badge>}
        <p className="t-xs ink-2">
          Added {formatDateTime(createdAt)}.{pausedWhy && ` ${pausedTexts[pausedWhy].text}`}
          {previousSecretUntil &&
            ` Until ${formatDateTime(previousSecretUntil)}, we also sign with the previous secret.`}
        </p>
      </div>
      <div className="row">
        {pausedWhy && (
          <Button size="small" label={`Resume: ${url}`} busy={resume.isPending} onClick={() => resume.mutate({ id })}>
            Resume
          </Button>
        )}
        {renderButton('Deliveries', 'look')}
        {renderButton('Change secret', 'rotate')}
        {renderButton('Remove', 'end')}
      </div>
    </li>
  );
}

function WebhooksPart({
  webhooks: { endpoints, most: maxEndpoints },
  hasMfa,
}: {
  webhooks: Webhooks;
  hasMfa: boolean;
}) {
  const invalidate = useInvalidatePrograms();
  const [adding, setAdding] = useState(false);
  const [openDialog, setOpenDialog] = useState<WebhookDialog | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const showSecret = (newSecret: string) => {
    setAdding(false);
    setOpenDialog(null);
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
        We send a signed event when an order is placed or changes, and when its receipt is ready. It contains only the
        order's id, side and status.
      </p>
      {endpoints.length > 0 && (
        <ul className="keyring">
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} onAct={(what) => setOpenDialog({ what, endpoint })} />
          ))}
        </ul>
      )}
      {hasMfa && endpoints.length < maxEndpoints && (
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
      <Dialog open={openDialog?.what === 'rotate'} onClose={() => setOpenDialog(null)} title="New signing secret">
        <Suspense fallback={waiting}>
          <RotateForm act={rotate} onDone={showSecret} />
        </Suspense>
      </Dialog>
      <Dialog open={openDialog?.what === 'look'} onClose={() => setOpenDialog(null)} title="Deliveries" wide>
        <Suspense fallback={waiting}>
          <Deliveries endpointId={id} paused={openDialog?.endpoint.pausedAt !== null} />
        </Suspense>
      </Dialog>
      <EndDialog
        open={openDialog?.what === 'end'}
        title="Remove this URL?"
        text="We'll stop sending events to it and delete its delivery history."
        confirmLabel="Remove URL"
        act={() => call.programs.removeWebhook({ id })}
        onDone={() => {
          toastSuccess(programsToasts.addressRemoved);
          invalidate();
        }}
        onClose={() => setOpenDialog(null)}
      />
      <SecretDialog secret={secret} what="signing secret" onClose={() => setSecret(null)} />
    </section>
  );
}

type EndProps = {
  open: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  act: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

export function EndDialog({ text, act, onDone, ...dialogProps }: EndProps) {
  const end = useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onError: toastRefusal,
    onSettled: dialogProps.onClose,
  });
  return (
    <ConfirmDialog {...dialogProps} cancelLabel="Keep it" grave busy={end.isPending} onConfirm={() => end.mutate()}>
      <p>{text}</p>
    </ConfirmDialog>
  );
}

type SecretProps = { secret: string | null; what: string; onClose: () => void };

export const SecretDialog = ({ secret, what, onClose }: SecretProps) => (
  <Dialog
    open={secret !== null}
    onClose={onClose}
    focusHeading
    title={`Your ${what}`}
    actions={<Button onClick={onClose}>I've saved it</Button>}
  >
    <div className="stack">
      <p>Store it with your program's secrets. We can't show it again.</p>
      <p className="secret">
        <code>{secret}</code>
      </p>
      <CopyButton text={secret ?? ''} name={what} withText />
    </div>
  </Dialog>
);

const KeyForm = lazy(() => import('./program-forms.tsx').then((parts) => ({ default: parts.KeyFormView })));
const RotateForm = lazy(() => import('./program-forms.tsx').then((parts) => ({ default: parts.RotateForm })));
const waiting = <Skeleton label="Loading" lines={[60, 100]} />;

type KeyLine = Keys['keys'][number];
type OpenDialog = { readonly what: 'rotate' | 'end'; readonly key: KeyLine };

function KeyRow({ line, onAct }: { line: KeyLine; onAct: (what: OpenDialog['what']) => void }) {
  const isExpired = line.endsAt <= serverNow();
  const until = `${isExpired ? 'expired' : 'valid until'} ${formatDateTime(line.endsAt, { year: true })}`;
  return (
    <li>
      <div>
        <b>{line.name}</b> <code className="code">ccm_… {line.lastFour}</code> {isExpired && <Badge>Expired</Badge>}
        <p className="t-xs ink-2">{line.scopes.map((scope) => scopeLabels[scope]).join('. ')}.</p>
        <p className="t-xs ink-2">
          Created {formatDateTime(line.madeAt)}, {until},{' '}
          {line.lastUsedAt ? `last used ${formatDateTime(line.lastUsedAt)}` : 'not used yet'}.
          {line.formerUntil && ` The previous secret works until ${formatDateTime(line.formerUntil)}.`}
        </p>
      </div>
      <div className="row">
        <Button variant="line" size="small" label={`Renew ${line.name}`} onClick={() => onAct('rotate')}>
          Renew
        </Button>
        <Button variant="line" size="small" label={`Revoke ${line.name}`} onClick={() => onAct('end')}>
          Revoke
        </Button>
      </div>
    </li>
  );
}

function KeysPart({ keys: { keys, factor: hasMfa, most: maxKeys } }: { keys: Keys }) {
  const invalidate = useInvalidatePrograms();
  const [making, setMaking] = useState(false);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const showSecret = (newSecret: string) => {
    setMaking(false);
    setOpenDialog(null);
    setSecret(newSecret);
    invalidate();
  };
  const id = openDialog?.key.id ?? '';
  const rotate = async (overlapHours: number) => (await call.programs.rotateKey({ id, overlapHours })).key;
  return (
    <section className="lock stack" aria-labelledby="keys">
      <header>
        <h2 id="keys">Keys</h2>
      </header>
      <p className="ink-2">
        A program with a key acts for you within the key's permissions, at your limits and prices. A key stops working
        when you change your password or turn off your second sign-in step.
      </p>
      {keys.length > 0 && (
        <ul className="keyring">
          {keys.map((line) => (
            <KeyRow key={line.id} line={line} onAct={(what) => setOpenDialog({ what, key: line })} />
          ))}
        </ul>
      )}
      {hasMfa && keys.length < maxKeys && (
        <div className="row">
          <Button variant={keys.length > 0 ? 'line' : 'primary'} onClick={() => setMaking(true)}>
            Create a key
          </Button>
        </div>
      )}
      <Dialog open={making} onClose={() => setMaking(false)} title="Create a key">
        <Suspense fallback={waiting}>
          <KeyForm onMade={showSecret} />
        </Suspense>
      </Dialog>
      <Dialog
        open={openDialog?.what === 'rotate'}
        onClose={() => setOpenDialog(null)}
        title={`New secret for ${openDialog?.key.name ?? ''}`}
      >
        <Suspense fallback={waiting}>
          <RotateForm act={rotate} onDone={showSecret} />
        </Suspense>
      </Dialog>
      <EndDialog
        open={openDialog?.what === 'end'}
        title={`Revoke ${openDialog?.key.name ?? ''}?`}
        text="Programs that use this key will stop working. You can't undo this."
        confirmLabel="Revoke key"
        act={() => call.programs.revokeKey({ id })}
        onDone={() => {
          toastSuccess(programsToasts.keyEnded);
          invalidate();
        }}
        onClose={() => setOpenDialog(null)}
      />
      <SecretDialog secret={secret} what="key" onClose={() => setSecret(null)} />
    </section>
  );
}

export const meta = () => [{ title: 'Programs - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function Parts() {
  const keys = useQuery(api.programs.keys.queryOptions());
  const webhooks = useQuery(api.programs.webhooks.queryOptions());
  if (!keys.data) return <QueryPlaceholder query={keys} text={programsToasts.failed.text} lines={[40, 100, 80]} />;
  if (!webhooks.data)
    return <QueryPlaceholder query={webhooks} text={programsToasts.failed.text} lines={[40, 100, 80]} />;
  const { factor: hasMfa } = keys.data;
  return (
    <div className="locks">
      {!hasMfa && (
        <Notice kind="wait">
          Keys need a second sign-in step.{' '}
          <Link className="link" to="/profile#security">
            Set up an authenticator app or a passkey
          </Link>{' '}
          first.
        </Notice>
      )}
      <KeysPart keys={keys.data} />
      <WebhooksPart webhooks={webhooks.data} hasMfa={hasMfa} />
      <div className="row">
        <Link className="link" to="/developers">
          API documentation
        </Link>
        <Link className="link" to="/profile">
          Back to your profile
        </Link>
      </div>
    </div>
  );
}

/** /profile/programs: API keys and webhook endpoints (ADR 24). */
export default function ProgramsScreen() {
  if (useViewer().session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap">
      <ScreenHead title="API access" text="API keys for your programs and webhooks for your orders." />
      <Parts />
    </div>
  );
}
