import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { type EmailCopy, renderEmail } from '../../../../../kernel/email.ts';
import { formatMessages } from '../../../../../kernel/message-template.ts';
import { roleAllows } from '../../../../../kernel/permissions.ts';
import { ApprovalPanel } from '../../../../../ui/admin/approval-panel.tsx';
import { adminMeta, useStaffUser } from '../../../../../ui/admin/frame.tsx';
import { useDecide } from '../../../../../ui/admin/use-decide.ts';
import { deleteAutosave, mergeDraft, readAutosave, useAutosave } from '../../../../../ui/autosave.ts';
import { Button } from '../../../../../ui/button.tsx';
import { api, type call } from '../../../../../ui/client.ts';
import { Field, TextField } from '../../../../../ui/field.tsx';
import { useCommandForm } from '../../../../../ui/form.tsx';
import { formatDateTime } from '../../../../../ui/format.ts';
import { Notice } from '../../../../../ui/notice.tsx';
import { SelectField } from '../../../../../ui/select-field.tsx';
import { QueryPlaceholder } from '../../../../../ui/states.tsx';
import { toastSuccess } from '../../../../../ui/toast.ts';
import { RejectedBy } from '../../../../approvals/staff/screens/rejected-by.tsx';
import { newsToasts } from '../../messages.ts';
import { findNewsFault, formatParagraphs, newsPathNames, parseParagraphs } from '../../news-rules.ts';
import { newsPermissions } from '../../permissions.ts';
import { ProposeNews } from '../../schema.ts';
import './news.css';

type NewsList = Awaited<ReturnType<typeof call.news.list>>;
type EmailFrame = Pick<NewsList, 'frame' | 'foot'>;

type PreviewProps = {
  readonly around: EmailFrame;
  readonly copy: EmailCopy;
  readonly title: string;
  readonly path: string;
};

/** A bare `#` would resolve against the URL of the parent page. */
const deadLink = 'about:srcdoc#';

function render({ around: { frame, foot }, copy }: PreviewProps, url: string) {
  return renderEmail('', { ...formatMessages(frame, { name: 'Keisha' }), ...copy, url, foot: { ...foot, url } });
}

/** Shows the mail as HTML and as plain text. The sandboxed frame neither runs scripts nor navigates. */
function Preview(props: PreviewProps) {
  const { title, path } = props;
  const { subject, html } = render(props, deadLink);
  return (
    <section className="setting" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <p className="wrap-any">
        <b>{subject}</b>
      </p>
      <div className="mail-preview">
        <iframe title={`${title}, as a page`} sandbox="" srcDoc={html} />
        <pre>{render(props, `${location.origin}${path}`).text}</pre>
      </div>
    </section>
  );
}

const rules = ProposeNews.superRefine(({ subject, text }, context) => {
  const fault = findNewsFault({ subject: subject.trim(), paragraphs: parseParagraphs(text) });
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.what });
});

type NewsInput = z.input<typeof ProposeNews>;
const blank: NewsInput = { subject: '', text: '', path: '/courses', why: '' };
const options = Object.entries(newsPathNames).map(([value, name]) => ({ value, name }));

type WriterProps = { readonly around: EmailFrame; readonly personId: string };

/** Keeps a draft in this tab until it is proposed. */
function NewsForm(props: WriterProps) {
  const [formKey, setFormKey] = useState(0);
  return <NewsFields key={formKey} {...props} proposed={() => setFormKey(formKey + 1)} />;
}

function NewsFields({ around, personId, proposed }: WriterProps & { proposed: () => void }) {
  const queries = useQueryClient();
  const draft = { form: 'news', person: personId };
  const { busy, submit, field, form } = useCommandForm(rules, api.news.propose, {
    start: mergeDraft(blank, readAutosave(draft)),
    done: () => {
      deleteAutosave(draft);
      toastSuccess(newsToasts.proposed);
      void queries.invalidateQueries({ queryKey: api.news.key() });
      proposed();
    },
  });
  const typed = form.values();
  useAutosave(draft, typed);
  return (
    <>
      <form className="setting setting-form stack" noValidate aria-label="Write news" onSubmit={submit}>
        <header>
          <h2>Write news</h2>
        </header>
        <Field label="Subject" maxLength={150} {...field('subject')} />
        <TextField label="Text" rows={9} hint="A blank line starts a new paragraph." {...field('text')} />
        <SelectField label="Button opens" options={options} {...field('path')} />
        <TextField label="Why" rows={2} hint="Shown to the second person and stored with the news." {...field('why')} />
        <div className="row wraps">
          <Button type="submit" busy={busy}>
            Propose
          </Button>
        </div>
      </form>
      {(typed.subject || typed.text) && (
        <Preview
          around={around}
          copy={{ subject: typed.subject, paragraphs: parseParagraphs(typed.text) }}
          title="Preview"
          path={typed.path}
        />
      )}
    </>
  );
}

type PendingNews = Awaited<ReturnType<typeof call.news.list>>['waiting'][number];
type PendingNewsProps = { around: EmailFrame; waiting: PendingNews; personId: string; reach: number };

function PendingNewsCard({ around, waiting, personId, reach }: PendingNewsProps) {
  const { id, subject, paragraphs, path, why, proposer, proposedBy, proposedAt } = waiting;
  const own = proposedBy === personId;
  const stale = api.news.key();
  const { decide, busy } = useDecide(
    { command: api.news.decide.mutationOptions(), staleKey: stale, notices: newsToasts },
    id,
  );
  return (
    <div className="proposal">
      <p>
        <b>Waiting for a second person</b>
      </p>
      <p className="wrap-any">“{why}”</p>
      <p className="num ink-2">
        {own ? 'You' : proposer} proposed this, {formatDateTime(proposedAt, { year: true })}. The button opens:{' '}
        {newsPathNames[path]}. {own ? 'Another person from finance or admin can approve it.' : 'You can approve it.'}
      </p>
      <Preview
        around={around}
        copy={{ subject, paragraphs: [...paragraphs] }}
        title={`Proposed: ${subject}`}
        path={path}
      />
      <ApprovalPanel
        isProposer={own}
        busy={busy}
        onDecide={decide}
        confirmation={{ title: 'Send this news?', confirmLabel: 'Approve and send' }}
      >
        <p className="ink-2">
          The email is sent to {reach === 1 ? '1 person' : `${reach} people`} right away and can't be recalled.
        </p>
      </ApprovalPanel>
    </div>
  );
}

export const meta = () => adminMeta('News');

type News = Awaited<ReturnType<typeof call.news.list>>;

/** /admin/news (ADR 23). */
export default function NewsScreen() {
  const { roles } = useStaffUser();
  return (
    <div className="settings">
      <h1>News</h1>
      {roleAllows(newsPermissions.read, roles) ? (
        <NewsPage />
      ) : (
        <Notice>Your role doesn't give you access to this page. Finance and admins can see it.</Notice>
      )}
    </div>
  );
}

function NewsPage() {
  const { id: personId } = useStaffUser();
  const list = useQuery(api.news.list.queryOptions());
  if (!list.data) return <QueryPlaceholder query={list} text="We couldn’t load the news." lines={[40, 90, 90, 90]} />;
  const { waiting, sent, rejected, reach, frame, foot } = list.data;
  const around = { frame, foot };
  return (
    <>
      <p className="ink-2">
        News is sent once to everyone who agreed to news and offers: {reach === 1 ? '1 person' : `${reach} people`} now.
        A second person must approve it. It can't be recalled.
      </p>
      {waiting.map((news) => (
        <PendingNewsCard key={news.id} around={around} waiting={news} personId={personId} reach={reach} />
      ))}
      <NewsForm around={around} personId={personId} />
      <SentNews sent={sent} />
      {rejected.length > 0 && <RejectedNews rejected={rejected} />}
    </>
  );
}

const SentNews = ({ sent }: Pick<News, 'sent'>) => (
  <section className="setting" aria-labelledby="sent-news">
    <header>
      <h2 id="sent-news">Sent</h2>
    </header>
    {sent.length === 0 && <p className="ink-2">Nothing yet.</p>}
    <ol className="past">
      {sent.map(({ id, subject, paragraphs, why, approvedAt, proposedBy, approvedBy, recipientCount, mailedAt }) => (
        <li key={id}>
          <p className="num">
            <b>{formatDateTime(approvedAt, { year: true })}</b>{' '}
            <span className="ink-2">
              proposed by {proposedBy}, approved by {approvedBy};{' '}
              {mailedAt ? `sent to ${recipientCount}` : `sending, ${recipientCount} so far`}
            </span>
          </p>
          <p className="wrap-any">“{why}”</p>
          <p className="wrap-any">
            <b>{subject}</b>
          </p>
          <p className="wrap-any ink-2">{formatParagraphs({ paragraphs })}</p>
        </li>
      ))}
    </ol>
  </section>
);

const RejectedNews = ({ rejected }: Pick<News, 'rejected'>) => (
  <section className="setting" aria-labelledby="rejected-news">
    <header>
      <h2 id="rejected-news">Rejected</h2>
    </header>
    <ol className="past">
      {rejected.map(({ id, subject, paragraphs, why, proposer, decider, decidedAt, reason }) => (
        <li key={id}>
          <RejectedBy proposer={proposer} decider={decider} decidedAt={decidedAt} />
          <p className="wrap-any">
            “{why}” Rejected: “{reason}”
          </p>
          <p className="wrap-any">
            <b>{subject}</b>
          </p>
          <p className="wrap-any ink-2">{formatParagraphs({ paragraphs })}</p>
        </li>
      ))}
    </ol>
  </section>
);
