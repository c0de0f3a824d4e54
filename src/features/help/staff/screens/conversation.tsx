import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { ActionBar, type ToolbarAction } from '../../../../ui/admin/action-bar.tsx';
import { DetailPage } from '../../../../ui/admin/detail-page.tsx';
import { type Detail, DetailsList } from '../../../../ui/admin/details.tsx';
import { adminMeta } from '../../../../ui/admin/frame.tsx';
import { restrictToRole } from '../../../../ui/admin/role-notice.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { formatBytes, formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import '../../../../ui/admin/admin-page.css';
import { limits, stateBadges } from '../../conversation.ts';
import { aboutLabels, categoryLabels, letterTexts, outcomeLabels } from '../../customer-messages.ts';
import { helpPermissions } from '../../permissions.ts';
import { AnswerForm } from '../../schema.ts';
import {
  acknowledgement,
  answerTemplates,
  helpDeskHints,
  helpDeskNotices,
  stateWords,
  stepWords,
} from '../../staff-messages.ts';
import '../../screens/help.css';

export const meta = () => adminMeta('Conversation');

type Shown = Awaited<ReturnType<typeof call.helpDesk.show>>;
type HelpFile = Shown['messages'][number]['files'][number];

const Dialog = lazyPart(() => import('../../../../ui/dialog.tsx').then((parts) => parts.Dialog));
const DecideDialog = lazyPart(async () => (await import('./conversation-dialogs.tsx')).DecideDialog);
const ReviewDialog = lazyPart(async () => (await import('./conversation-dialogs.tsx')).ReviewDialog);
const MarkDialog = lazyPart(async () => (await import('./conversation-dialogs.tsx')).MarkDialog);
const DocumentViewer = lazyPart(() =>
  import('../../../../ui/admin/document-viewer/viewer.tsx').then((parts) => parts.DocumentViewer),
);

const back = { to: '/admin/help', name: 'Help' };

const formatMoment = (moment: Date): string => formatDateTime(moment, { year: true });

/** Opens an image or PDF of the customer in a dialog. The server audits each view. */
function FileButton({ file }: { file: HelpFile }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="row">
      <Button variant="line" size="small" onClick={() => setIsOpen(true)}>
        <Eye className="ic" aria-hidden="true" />
        <span className="wrap-any">
          {file.name}, {formatBytes(file.bytes)}
        </span>
      </Button>
      {isOpen && (
        <Dialog open onClose={() => setIsOpen(false)} title={file.name} wide>
          <DocumentViewer files={[{ ...file, fileId: file.id, title: file.name }]} shown={file.id} onShow={() => {}} />
        </Dialog>
      )}
    </div>
  );
}

const getClass = ({ internal, isStaff }: Shown['messages'][number]): string | undefined =>
  internal ? 'note' : isStaff ? 'ours' : undefined;

const Messages = ({ messages }: Pick<Shown, 'messages'>) => (
  <PageSection id="conversation" title="Conversation">
    <ol className="help-messages">
      {messages.map((message) => (
        <li key={message.id} className={getClass(message)}>
          <p className="ink-3 num">
            {message.author}, {formatMoment(message.writtenAt)}
            {message.internal && ', note for staff'}
          </p>
          <p className="as-written">{message.text}</p>
          {message.files.map((file) => (
            <FileButton key={file.id} file={file} />
          ))}
        </li>
      ))}
    </ol>
  </PageSection>
);

const fillTemplate = (text: string, { reference, decideBy }: Shown): string =>
  formatMessage<string>(text, { reference, decideBy: decideBy ? formatMoment(decideBy) : '' });

function Answer({ shown }: { shown: Shown }) {
  const { id: conversationId, step } = shown;
  const { afterRefresh, refused } = useInvalidate(api.helpDesk.key());
  const { form, field, submit, busy } = useCommandForm(AnswerForm, api.helpDesk.answer, {
    start: { kind: 'answer', message: '' },
    body: ({ kind, message }, key) => ({ conversationId, key, message, internal: kind === 'note' }),
    done: ({ internal }) => {
      form.reset();
      afterRefresh(() => toastSuccess(internal ? helpDeskNotices.noted : helpDeskNotices.answered));
    },
    refused,
  });
  const isNote = form.values().kind === 'note';
  const templates = step === 'acknowledge' ? [acknowledgement, ...answerTemplates] : answerTemplates;
  return (
    <PageSection id="answer" title={step === 'acknowledge' ? 'Confirm the complaint' : 'Answer'}>
      <form className="stack" noValidate aria-label="Answer" onSubmit={submit}>
        <Choice
          legend="For"
          pair
          options={[
            { value: 'answer', name: 'Customer', note: 'In the app and by email' },
            { value: 'note', name: 'Staff', note: 'A note' },
          ]}
          {...field('kind')}
        />
        {!isNote && (
          <div className="field">
            <label className="label" htmlFor="template">
              Template
            </label>
            <div className="ctl">
              <select
                id="template"
                value=""
                onChange={({ target }) => {
                  const found = templates.find(({ name }) => name === target.value);
                  if (found) form.set('message', fillTemplate(found.text, shown) as never);
                }}
              >
                <option value="">Insert a text</option>
                {templates.map(({ name }) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          </div>
        )}
        <TextField
          label={isNote ? 'Note' : 'Message'}
          hint={isNote ? helpDeskHints.note : helpDeskHints.tippingOff}
          rows={6}
          maxLength={limits.messageLength}
          {...field('message')}
        />
        <div className="row">
          <Button type="submit" busy={busy}>
            {isNote ? 'Save note' : 'Send answer'}
          </Button>
        </div>
      </form>
    </PageSection>
  );
}

const getAboutPath = ({ kind, id }: NonNullable<Shown['about']>): string =>
  ({ order: `/admin/orders/${id}`, payment: `/admin/payments/${id}`, identity: `/admin/identity/${id}` })[kind];

function getDetails(shown: Shown): Detail[] {
  const { userId, customer, email, about, owner, dueAt, isLate, openedAt } = shown;
  const dated = (name: string, at: Date | null): Detail[] => (at ? [[name, formatMoment(at)]] : []);
  const subject = about && (
    <Link to={getAboutPath(about)}>{formatMessage(aboutLabels[about.kind], { name: about.name })}</Link>
  );
  const deadline = dueAt ? <span className={isLate ? 'age late' : undefined}>{formatMoment(dueAt)}</span> : 'None';
  return [
    [
      'Customer',
      <>
        <Link to={`/admin/customers/${userId}`}>{customer}</Link>, {email}
      </>,
    ],
    ...(subject ? [['About', subject] as const] : []),
    ['Owner', owner ?? 'None'],
    ['Next deadline', deadline],
    ...dated('Opened', openedAt),
    ...dated('Complaint received', shown.complainedAt),
    ...dated('Confirm by', shown.acknowledgeBy),
    ...dated('Confirmed', shown.acknowledgedAt),
    ...dated('Decide by', shown.decideBy),
    ...dated('Review requested', shown.reviewRequestedAt),
    ...dated('Review by', shown.reviewBy),
  ];
}

const Decisions = ({ shown: { id, decisions } }: { shown: Shown }) =>
  decisions.length > 0 && (
    <PageSection id="decisions" title="Decisions">
      {decisions.map(({ stage, outcome, reasons, decidedAt }) => (
        <article key={stage} className="help-decision">
          <p className="b">
            {formatMessage(letterTexts[stage], { date: formatMoment(decidedAt) })}: {outcomeLabels[outcome].title}
          </p>
          <p className="as-written">{reasons}</p>
        </article>
      ))}
      <p>
        <a className="link" href={`/api/help/${id}.pdf`} download>
          Download the letter (PDF)
        </a>
      </p>
    </PageSection>
  );

function Conversation({ shown }: { shown: Shown }) {
  const { id: conversationId, reference, category, state, step, isMine, may } = shown;
  const [opened, setOpened] = useState<'decide' | 'review' | 'mark' | null>(null);
  const { refresh } = useInvalidate(api.helpDesk.key());
  const assign = useCommand(api.helpDesk.assign, {
    done: ({ toMe }) => toastSuccess(toMe ? helpDeskNotices.taken : helpDeskNotices.released),
    after: refresh,
  });
  const close = useCommand(api.helpDesk.close, { done: () => toastSuccess(helpDeskNotices.closed), after: refresh });
  const openerOf = (dialog: NonNullable<typeof opened>, allowed: boolean) =>
    allowed ? () => setOpened(dialog) : undefined;
  const actions: ToolbarAction[] = [
    { name: 'Decide', key: 'd', look: 'primary', onPress: openerOf('decide', may.decide) },
    { name: 'Review', key: 'd', look: 'primary', onPress: openerOf('review', may.review) },
    {
      name: isMine ? 'Release' : 'Take',
      key: 't',
      busy: assign.isPending,
      onPress: may.answer ? () => assign.mutate({ conversationId, toMe: !isMine }) : undefined,
    },
    { name: 'Mark as complaint', key: 'm', onPress: openerOf('mark', may.markComplaint) },
    {
      name: 'Close',
      key: 'c',
      busy: close.isPending,
      onPress: may.close ? () => close.mutate({ conversationId }) : undefined,
    },
  ];
  const props = { conversationId, onClose: () => setOpened(null) };
  return (
    <>
      <div className="in desk-page">
        <header className="row between wraps">
          <h1 className="title wrap-any">
            {reference}: {categoryLabels[category]}
          </h1>
          <Badge kind={stateBadges[state]}>{stateWords[state]}</Badge>
        </header>
        <p className="ink-2">{stepWords[step]}</p>
        <DetailsList details={getDetails(shown)} />
        {may.isSecondMissing && <Notice kind="wait">{helpDeskHints.otherPerson}</Notice>}
        <Decisions shown={shown} />
        <Messages messages={shown.messages} />
        {may.answer && <Answer shown={shown} />}
      </div>
      <ActionBar actions={actions.filter(({ onPress }) => onPress)} />
      {opened === 'decide' && <DecideDialog {...props} />}
      {opened === 'review' && <ReviewDialog {...props} />}
      {opened === 'mark' && <MarkDialog {...props} />}
    </>
  );
}

export default restrictToRole(
  { permission: helpPermissions.answer, subject: 'Help', readers: 'The back office' },
  OneConversation,
);

function OneConversation() {
  const { conversationId = '' } = useParams();
  const query = useQuery(api.helpDesk.show.queryOptions({ input: { conversationId } }));
  if (query.error && errorMessage(query.error).code === 'approvals.own_matter')
    return (
      <div className="panel alone">
        <div className="in">
          <h1 className="title">Your own conversation</h1>
          <Notice kind="wait">A colleague has to answer it.</Notice>
        </div>
      </div>
    );
  return (
    <DetailPage
      query={query}
      back={back}
      keys={[[['Esc'], 'back to the list']]}
      failed="We couldn't load the conversation."
    >
      {(shown) => <Conversation key={shown.id} shown={shown} />}
    </DetailPage>
  );
}
