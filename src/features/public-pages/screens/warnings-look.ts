import type { Finding } from '../../scam-reports/shapes.ts';
import { peopleText, verdictWords } from '../../scam-reports/warning-words.ts';
import { lookWords } from './look-words.ts';

const headers = { 'content-type': 'application/json' };

/** What is told of exactly what was pasted, by the look of the scam detector. */
async function findingsOf(text: string): Promise<readonly Finding[]> {
  const json = { name: '', website: '', contactInfo: '', text, facts: [] };
  const answer = await fetch('/api/rpc/scamReports/look', { method: 'POST', headers, body: JSON.stringify({ json }) });
  if (!answer.ok) throw new Error(`the look answered ${answer.status}`);
  return ((await answer.json()) as { json: { findings: readonly Finding[] } }).json.findings;
}

function line(text: string, slug?: string): HTMLElement {
  const made = document.createElement('p');
  made.append(text);
  if (slug !== undefined) {
    const link = document.createElement('a');
    link.className = 'link';
    link.href = `/scams/${slug}`;
    link.textContent = lookWords.read;
    made.append(' ', link);
  }
  return made;
}

/** What is spoken of: a message names several things. */
function code(value: string): HTMLElement {
  const made = line(value);
  made.className = 'code';
  return made;
}

/** What is published of it, and nothing of what nobody judged (decision 051). */
const linesOf = ({ value, known, listed }: Finding): HTMLElement[] => [
  ...(listed || known?.told === 'published' ? [code(value)] : []),
  ...(listed ? [line(lookWords.listed)] : []),
  ...(known?.told === 'published'
    ? [line(`${verdictWords[known.verdict].long} ${peopleText(known.people)}`, known.slug)]
    : []),
];

/** A notice with what our published warnings say of this text. */
export async function warningsAbout(text: string): Promise<HTMLElement> {
  const findings = await findingsOf(text).catch(() => null);
  const told = findings?.flatMap(linesOf) ?? [];
  const notice = document.createElement('div');
  notice.className = told.length > 0 ? 'notice bad' : 'notice wait';
  const inner = document.createElement('div');
  inner.append(...(told.length > 0 ? told : [line(findings ? lookWords.nothing : lookWords.failed)]));
  notice.append(inner);
  return notice;
}
