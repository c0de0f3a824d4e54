import { dress } from '../../../kernel/dressed-letter.ts';
import { worded } from '../../../kernel/worded.ts';
import type { OneLetter, Words } from './data.ts';
import './letters.css';

type Frame = Pick<OneLetter, 'frame' | 'foot' | 'places'>;
type PreviewProps = {
  readonly letter: Frame;
  readonly words: Words;
  readonly title: string;
  /** Where its button leads, where that is known already. */
  readonly path?: string;
};

/** The frame's own document: a press leads nowhere. A bare `#` would be read as a place of the page around it. */
const nowhere = 'about:srcdoc#';

/** The letter in its template, with examples in its places: what `dress` makes of it for a mailbox. */
function dressed({ letter: { frame, foot, places }, words }: PreviewProps, url: string) {
  const filling = Object.fromEntries(places.map(({ place, example }) => [place, example]));
  const fill = (text: string) =>
    worded<string>(text, { name: 'Keisha', text: 'Your password was changed.', time: 'a day', ...filling });
  const { greeting, button, closing } = frame;
  return dress('', {
    ...{ subject: fill(words.subject), greeting: fill(greeting), paragraphs: words.paragraphs.map(fill), url },
    ...{ button: fill(button), closing: fill(closing), ...(foot && { foot: { ...foot, url } }) },
  });
}

/**
 * The letter as it is read: as a page and as plain text. The page stands in a frame that may do nothing: neither run a
 * script nor lead away, under the policy of our own pages.
 */
export function Preview(props: PreviewProps) {
  const { title, letter, path = '/' } = props;
  const { subject, html } = dressed(props, nowhere);
  return (
    <section className="setting" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <p className="wrap-any">
        <b>{subject}</b>
      </p>
      <div className="letter-looks">
        <iframe title={`${title}, as a page`} sandbox="" srcDoc={html} />
        <pre>{dressed(props, `${location.origin}${path}`).text}</pre>
      </div>
      {letter.places.length > 0 && (
        <p className="ink-2">
          Facts such as amounts and dates stand above the button, and it leads to what they are about.
        </p>
      )}
    </section>
  );
}
