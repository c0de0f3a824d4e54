import { Fragment } from 'react';
import type { Text } from '../../content/prose.ts';
import { Words } from '../parts/words.tsx';

export const Code = ({ text, about }: { text: string; about: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what moves sideways must be reached by keys.
  <section className="example" aria-label={about} tabIndex={0}>
    <pre>
      <code>{text}</code>
    </pre>
  </section>
);

/** Text between backticks is code. */
export const CodedText = ({ text }: { text: Text }) =>
  text.split('`').map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    <Fragment key={at}>{at % 2 === 1 ? <code className="code">{part}</code> : <Words text={part} />}</Fragment>
  ));

export const CodedPoints = ({ texts }: { texts: readonly Text[] }) => (
  <ul>
    {texts.map((text) => (
      <li key={text}>
        <CodedText text={text} />
      </li>
    ))}
  </ul>
);
