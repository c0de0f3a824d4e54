import { textOf } from '../../notices/own-words.ts';
import { compared } from '../compared.ts';
import type { Words } from './data.ts';
import './letters.css';

/** What of a text goes out and what comes in, for eyes and ears. */
const Compared = ({ before, after }: { before: string; after: string }) => (
  <p className="letter-changes wrap-any">
    {compared(before, after).map(({ kind, text }, at) => {
      if (kind === 'same') return text;
      const Look = kind === 'out' ? 'del' : 'ins';
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: stretches of a text have no name but their place.
        <Look key={at}>
          <span className="sr">{kind === 'out' ? 'goes out: ' : 'comes in: '}</span>
          {text}
        </Look>
      );
    })}
  </p>
);

/** Words beside those that they would replace, for whoever agrees to them. */
export const LetterChanges = ({ before, after }: { before: Words; after: Words }) => (
  <section className="setting" aria-label="What changes">
    <header>
      <h2>What changes</h2>
    </header>
    <Compared before={before.subject} after={after.subject} />
    <Compared before={textOf(before)} after={textOf(after)} />
  </section>
);
