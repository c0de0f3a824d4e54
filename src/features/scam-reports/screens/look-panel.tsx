import { worded } from '../../../kernel/worded.ts';
import { Button } from '../../../ui/button.tsx';
import { dateText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { lookSayings, nothingKnown } from '../own-messages.ts';
import type { Finding } from '../shapes.ts';

type Saying = { readonly look: 'bad' | 'wait' | 'note'; readonly title: string; readonly text: string };

const peopleText = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** Everything that is to be said of one thing, the gravest first. */
function sayingsOf({ known, listed, likeness }: Finding): Saying[] {
  const published = known?.told === 'published' ? known : null;
  const said = published && lookSayings[published.verdict];
  return [
    ...(said
      ? [
          {
            ...said,
            text: worded<string>(said.text, {
              people: peopleText(published.people),
              day: dateText(published.firstDay),
            }),
          },
        ]
      : []),
    ...(listed ? [lookSayings.listed] : []),
    ...(likeness ? [lookSayings[likeness]] : []),
    ...(known?.told === 'reported' ? [lookSayings.reported] : []),
  ];
}

function Said({ finding }: { finding: Finding }) {
  return sayingsOf(finding).map(({ look, title, text }) => (
    <Notice key={title} kind={look}>
      <b>{title}</b>
      <p className="code">{finding.value}</p>
      <p>{text}</p>
    </Notice>
  ));
}

type LookPanelProps = { findings: readonly Finding[]; error: unknown; again: () => void };

/** What we know at once of what is being typed, before anybody of ours has read it. */
export function LookPanel({ findings, error, again }: LookPanelProps) {
  const known = findings.filter((finding) => sayingsOf(finding).length > 0);
  const unknown = findings.filter((finding) => sayingsOf(finding).length === 0).map(({ value }) => value);
  return (
    <section aria-labelledby="scam-look" className="stack scam-look">
      <h2 id="scam-look" className="t-lg">
        What we know at once
      </h2>
      <div role="status" className="stack">
        {error !== null && error !== undefined && (
          <Notice kind="wait">
            <b>{refusalWords(error).title}</b>
            <p>{refusalWords(error).text}</p>
            <Button look="bare" size="small" onClick={again}>
              Look again
            </Button>
          </Notice>
        )}
        {known.map((finding) => (
          <Said key={`${finding.kind} ${finding.scope} ${finding.value}`} finding={finding} />
        ))}
        {unknown.length > 0 && (
          <Notice>
            <b>{nothingKnown.title}</b>
            <p className="any-length">{worded(nothingKnown.text, { things: unknown.slice(0, 8).join(', ') })}</p>
          </Notice>
        )}
        {findings.length === 0 && !error && (
          <p className="ink-2">
            Type a website, wallet, phone number, account or name. We look it up while you type, before anybody reads
            it.
          </p>
        )}
      </div>
    </section>
  );
}
