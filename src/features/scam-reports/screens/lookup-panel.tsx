import { formatMessage } from '../../../kernel/message-template.ts';
import { Button } from '../../../ui/button.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { formatDate } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { formatPlural } from '../../../ui/number-format.ts';
import { lookupMessages, nothingKnownMessage } from '../page-texts.ts';
import type { Finding } from '../types.ts';

type LookupMessage = { readonly look: 'bad' | 'wait' | 'note'; readonly title: string; readonly text: string };

const formatPeople = (count: number): string => formatPlural(count, 'person', 'people');

function getMessages({ known, listed, likeness }: Finding): LookupMessage[] {
  const published = known?.shown === 'published' ? known : null;
  const verdictMessage = published && lookupMessages[published.verdict];
  return [
    ...(verdictMessage
      ? [
          {
            ...verdictMessage,
            text: formatMessage<string>(verdictMessage.text, {
              people: formatPeople(published.people),
              day: formatDate(published.firstDay),
            }),
          },
        ]
      : []),
    ...(listed ? [lookupMessages.listed] : []),
    ...(likeness ? [lookupMessages[likeness]] : []),
    ...(known?.shown === 'reported' ? [lookupMessages.reported] : []),
  ];
}

function FindingNotices({ finding }: { finding: Finding }) {
  return getMessages(finding).map(({ look, title, text }) => (
    <Notice key={title} kind={look}>
      <b>{title}</b>
      <p className="code">{finding.value}</p>
      <p>{text}</p>
    </Notice>
  ));
}

type LookupPanelProps = { findings: readonly Finding[]; error: unknown; retry: () => void };

export function LookupPanel({ findings, error, retry }: LookupPanelProps) {
  const known = findings.filter((finding) => getMessages(finding).length > 0);
  const unknown = findings.filter((finding) => getMessages(finding).length === 0).map(({ value }) => value);
  return (
    <section aria-labelledby="scam-look" className="stack scam-look">
      <h2 id="scam-look" className="t-lg">
        What we know so far
      </h2>
      <div role="status" className="stack">
        {error !== null && error !== undefined && (
          <Notice kind="wait">
            <b>{errorMessage(error).title}</b>
            <p>{errorMessage(error).text}</p>
            <Button variant="bare" size="small" onClick={retry}>
              Try again
            </Button>
          </Notice>
        )}
        {known.map((finding) => (
          <FindingNotices key={`${finding.kind} ${finding.scope} ${finding.value}`} finding={finding} />
        ))}
        {unknown.length > 0 && (
          <Notice>
            <b>{nothingKnownMessage.title}</b>
            <p className="any-length">
              {formatMessage(nothingKnownMessage.text, { things: unknown.slice(0, 8).join(', ') })}
            </p>
          </Notice>
        )}
        {findings.length === 0 && !error && (
          <p className="ink-2">Enter a website, wallet, phone number, account or name. We'll look it up as you type.</p>
        )}
      </div>
    </section>
  );
}
