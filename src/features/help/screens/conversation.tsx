import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { formatMessage } from '../../../kernel/message-template.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Link } from '../../../ui/link.tsx';
import NotFound from '../../../ui/not-found.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { FileLink } from '../../documents/screens/file-link.tsx';
import { limits, stateBadges } from '../conversation.ts';
import {
  aboutLabels,
  categoryLabels,
  complaintNotes,
  fileNotes,
  helpToasts,
  letterTexts,
  outcomeLabels,
  stateLabels,
} from '../customer-messages.ts';
import { RequestReview, WriteForm } from '../schema.ts';
import { emptyMessage, getFileIds, MessageFields, type MessageValues } from './message-fields.tsx';
import './help.css';

export const meta = () => [{ title: 'Your conversation - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

type Shown = Awaited<ReturnType<typeof call.help.show>>;
type WriteBody = Parameters<typeof call.help.write>[0];

const ConfirmDialog = lazyPart(async () => (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog);

const formatMoment = (moment: Date): string => formatDateTime(moment, { year: true });

const useRefresh = () => {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: api.help.key() });
};

const Messages = ({ messages }: Pick<Shown, 'messages'>) => (
  <ol className="help-messages">
    {messages.map(({ id, text, isStaff, writtenAt, files }) => (
      <li key={id} className={isStaff ? 'ours' : undefined}>
        <p className="t-xs ink-2 num">
          {isStaff ? 'We wrote' : 'You wrote'}, {formatMoment(writtenAt)}
        </p>
        <p className="as-written">{text}</p>
        {files.map(({ id: fileId, name, state }) =>
          state === 'clean' ? (
            <div key={fileId} className="row">
              <FileLink fileId={fileId} failed={helpToasts.fileLink} label={`Open ${name}`} text="Open" />
              <span className="t-xs ink-2 wrap-any">{name}</span>
            </div>
          ) : (
            <p key={fileId} className="t-xs ink-2 wrap-any">
              File: {name} {fileNotes[state]}
            </p>
          ),
        )}
      </li>
    ))}
  </ol>
);

function Reply({ conversationId }: { conversationId: string }) {
  const refresh = useRefresh();
  const { field, file, form, submit, busy } = useCommandForm(WriteForm, api.help.write, {
    start: emptyMessage as MessageValues,
    body: (values, key): WriteBody => ({ conversationId, key, message: values.message, files: getFileIds(values) }),
    done: () => {
      form.reset();
      toastSuccess(helpToasts.sent);
      refresh();
    },
  });
  return (
    <form className="stack" noValidate aria-label="Reply" onSubmit={submit}>
      <MessageFields label="Your reply" field={field} file={file} />
      <div className="row">
        <Button type="submit" busy={busy}>
          Send
        </Button>
      </div>
    </form>
  );
}

function ReviewForm({ conversationId }: { conversationId: string }) {
  const refresh = useRefresh();
  const { field, submit, busy } = useCommandForm(RequestReview.pick({ message: true }), api.help.requestReview, {
    start: { message: '' },
    idPrefix: 'review',
    body: ({ message }, key) => ({ conversationId, key, message }),
    done: () => {
      toastSuccess(helpToasts.reviewRequested);
      refresh();
    },
  });
  return (
    <details>
      <summary>Ask for a review</summary>
      <form className="stack" noValidate aria-label="Review" onSubmit={submit}>
        <TextField
          label="Why do you disagree?"
          hint={complaintNotes.reviewOffer}
          rows={4}
          maxLength={limits.messageLength}
          {...field('message')}
        />
        <div className="row">
          <Button type="submit" variant="line" busy={busy}>
            Ask for a review
          </Button>
        </div>
      </form>
    </details>
  );
}

function ComplaintDates({ shown }: { shown: Shown }) {
  const { complainedAt, acknowledgeBy, acknowledgedAt, decideBy, reviewBy, step } = shown;
  const lines = [
    complainedAt && formatMessage(complaintNotes.received, { date: formatMoment(complainedAt) }),
    acknowledgedAt && formatMessage(complaintNotes.acknowledged, { date: formatMoment(acknowledgedAt) }),
    step === 'acknowledge' &&
      acknowledgeBy &&
      formatMessage(complaintNotes.acknowledgeBy, { date: formatMoment(acknowledgeBy) }),
    (step === 'acknowledge' || step === 'decide') &&
      decideBy &&
      formatMessage(complaintNotes.decideBy, { date: formatMoment(decideBy) }),
    step === 'review' && reviewBy && formatMessage(complaintNotes.reviewBy, { date: formatMoment(reviewBy) }),
  ].filter((line) => typeof line === 'string');
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Complaint({ shown }: { shown: Shown }) {
  const { id, step, isLate, decisions } = shown;
  return (
    <section className="sheet neat stack" aria-labelledby="complaint">
      <h2 id="complaint">Your complaint</h2>
      <ComplaintDates shown={shown} />
      {isLate && <Notice kind="wait">{complaintNotes.late}</Notice>}
      {decisions.map(({ stage, outcome, reasons, decidedAt }) => (
        <div key={stage} className="help-decision">
          <h3>{formatMessage(letterTexts[stage], { date: formatMoment(decidedAt) })}</h3>
          <p>
            <b>{outcomeLabels[outcome].title}.</b> {outcomeLabels[outcome].text}
          </p>
          <p className="as-written">{reasons}</p>
        </div>
      ))}
      {decisions.length > 0 && (
        <p>
          <a className="link" href={`/api/help/${id}.pdf`} download>
            Download the letter (PDF)
          </a>
        </p>
      )}
      {step === 'decided' && <ReviewForm conversationId={id} />}
      {step === 'final' && <p className="ink-2">{complaintNotes.next}</p>}
    </section>
  );
}

function MakeComplaint({ conversationId }: { conversationId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const refresh = useRefresh();
  const complain = useCommand(api.help.complain, {
    done: () => {
      setIsOpen(false);
      toastSuccess(helpToasts.complained);
      refresh();
    },
  });
  return (
    <div className="flush">
      <Button variant="bare" onClick={() => setIsOpen(true)}>
        Make this a complaint
      </Button>
      {isOpen && (
        <ConfirmDialog
          open
          onClose={() => setIsOpen(false)}
          title="Make this a complaint?"
          cancelLabel="Not now"
          confirmLabel="Make a complaint"
          busy={complain.isPending}
          onConfirm={() => complain.mutate({ conversationId })}
        >
          <p>
            {complaintNotes.promise} {complaintNotes.reviewOffer}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

const getAboutPath = ({ kind, id }: NonNullable<Shown['about']>): string =>
  ({ order: `/orders/${id}`, payment: `/payments/${id}`, identity: '/profile#kyc' })[kind];

function View({ shown }: { shown: Shown }) {
  const { id, reference, category, state, about, step, messages } = shown;
  const label = stateLabels[state];
  return (
    <div className="wrap help-page">
      <div className="head">
        <Link className="link t-xs" to="/help">
          All conversations
        </Link>
        <h1 className="after-link">{categoryLabels[category]}</h1>
        <p className="facts num">
          <Badge kind={stateBadges[state]}>{label.title}</Badge>{' '}
          <span>
            Reference <b>{reference}</b>
          </span>{' '}
          {about && (
            <Link className="link" to={getAboutPath(about)}>
              {formatMessage(aboutLabels[about.kind], { name: about.name })}
            </Link>
          )}
        </p>
        {step === 'none' && <p className="ink-2">{label.text}</p>}
      </div>
      {step !== 'none' && <Complaint shown={shown} />}
      <Messages messages={messages} />
      <Reply conversationId={id} />
      {step === 'none' && (
        <section>
          <MakeComplaint conversationId={id} />
        </section>
      )}
    </div>
  );
}

function ConversationLoader({ conversationId }: { conversationId: string }) {
  const query = useQuery(api.help.show.queryOptions({ input: { conversationId } }));
  if (query.data) return <View shown={query.data} />;
  const status = (query.error as { status?: number } | null)?.status;
  if (status === 404 || status === 400) return <NotFound />;
  return (
    <div className="wrap head">
      <QueryPlaceholder query={query} text="We couldn't load this conversation." lines={[46, 30, 100, 100, 92]} />
    </div>
  );
}

export default function ConversationScreen() {
  const { conversationId = '' } = useParams();
  if (useViewer().session !== 'in') return <SignInRequired />;
  return <ConversationLoader key={conversationId} conversationId={conversationId} />;
}
