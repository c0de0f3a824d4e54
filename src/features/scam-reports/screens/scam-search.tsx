import { type ComponentType, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatMessage } from '../../../kernel/message-template.ts';
import { Field } from '../../../ui/field.tsx';
import { formatDate } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { formatPlural } from '../../../ui/number-format.ts';
import { lookupMessages, warningsPageTexts } from '../page-texts.ts';
import type { Finding } from '../types.ts';
import './warnings.css';

type LookupMessage = {
  readonly look: 'bad' | 'wait' | 'note';
  readonly title: string;
  readonly text: string;
  readonly slug?: string;
};

export function getMessages({ known, listed, likeness }: Finding): LookupMessage[] {
  const published = known?.shown === 'published' ? known : null;
  const verdictMessage = published && lookupMessages[published.verdict];
  return [
    ...(verdictMessage
      ? [
          {
            ...verdictMessage,
            text: formatMessage<string>(verdictMessage.text, {
              people: formatPlural(published.people, 'person', 'people'),
              day: formatDate(published.firstDay),
            }),
            slug: published.slug,
          },
        ]
      : []),
    ...(listed ? [lookupMessages.listed] : []),
    ...(likeness ? [lookupMessages[likeness]] : []),
    ...(known?.shown === 'reported' ? [lookupMessages.reported] : []),
  ];
}

export const FindingNotices = ({ finding }: { finding: Finding }) =>
  getMessages(finding).map(({ look, title, text, slug }) => (
    <Notice key={title} kind={look}>
      <b>{title}</b>
      <p className="code wrap-any">{finding.value}</p>
      <p>
        {text}{' '}
        {slug && (
          <Link className="link" to={`/scams/${slug}`}>
            {warningsPageTexts.read}
          </Link>
        )}
      </p>
    </Notice>
  ));

const debounceMs = 400;

type ScamSearchProps = { readonly Answer: ComponentType<{ search: string }>; readonly listsAll?: boolean };

/** The search of both scam pages. Without a search, `listsAll` shows every published warning. */
export function ScamSearch({ Answer, listsAll = false }: ScamSearchProps) {
  const [params, setParams] = useSearchParams();
  const search = params.get('search')?.slice(0, 120) ?? '';
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(
      () => setParams(typed.trim() === '' ? {} : { search: typed.trim() }, { replace: true }),
      debounceMs,
    );
    return () => clearTimeout(timer);
  });
  return (
    <div className="stack warnings-page">
      <Field
        label={warningsPageTexts.search}
        hint={warningsPageTexts.hint}
        type="search"
        maxLength={120}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {(listsAll || search !== '') && <Answer search={search} />}
    </div>
  );
}
