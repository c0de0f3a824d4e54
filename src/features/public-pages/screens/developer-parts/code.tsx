import { Fragment } from 'react';
import type { Text } from '../../content/prose.ts';
import { Words } from '../parts/words.tsx';

/** An example to take along. It moves by itself where it is wider than a phone. */
export const Code = ({ text, about }: { text: string; about: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what moves sideways must be reached by keys.
  <section className="example" aria-label={about} tabIndex={0}>
    <pre>
      <code>{text}</code>
    </pre>
  </section>
);

/** A text in which what is typed letter by letter stands between backticks. */
export const Coded = ({ text }: { text: Text }) =>
  text.split('`').map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    <Fragment key={at}>{at % 2 === 1 ? <code className="code">{part}</code> : <Words text={part} />}</Fragment>
  ));

export const CodedPoints = ({ texts }: { texts: readonly Text[] }) => (
  <ul>
    {texts.map((text) => (
      <li key={text}>
        <Coded text={text} />
      </li>
    ))}
  </ul>
);
