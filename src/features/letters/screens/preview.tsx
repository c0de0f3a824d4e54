import { worded } from '../../../kernel/worded.ts';
import type { OneLetter, Words } from './data.ts';

/** The letter as it is read, with examples in its places. React sets the words as text: nothing of them is markup. */
export function Preview({ letter, words, title }: { letter: OneLetter; words: Words; title: string }) {
  const { greeting, button, closing } = letter.frame;
  const filling = Object.fromEntries(letter.places.map(({ place, example }) => [place, example]));
  const fill = (text: string) =>
    worded<string>(text, { name: 'Keisha', text: 'Your password was changed.', time: 'a day', ...filling });
  return (
    <section className="setting" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <p className="wrap-any">
        <b>{fill(words.subject)}</b>
      </p>
      {[greeting, ...words.paragraphs].filter(Boolean).map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no name but their place.
        <p key={at} className="wrap-any">
          {fill(text)}
        </p>
      ))}
      <p className="ink-2">Facts such as amounts and dates follow here, and the button “{fill(button)}”.</p>
      <p className="ink-2 wrap-any">{fill(closing)}</p>
    </section>
  );
}
