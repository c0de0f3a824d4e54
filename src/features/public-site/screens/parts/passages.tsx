import type { Passage } from '../../content/prose.ts';
import { Body } from './words.tsx';

export const Passages = ({ passages, numbered = false }: { passages: readonly Passage[]; numbered?: boolean }) =>
  passages.map(({ id, title, body }, at) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {numbered && <span className="nr">{at + 1}.</span>}
        {numbered && ' '}
        {title}
      </h2>
      <Body body={body} />
    </section>
  ));
