import { Badge } from '../../../ui/badge.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { bytesText, momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useFileLink } from '../../documents/screens/file-link.ts';
import { parts, rubric, scores } from '../rubric.ts';
import type { DeskLaunch } from '../shapes.ts';

/** The whitepaper, by a link of whoever looks: opening it is written down. It is saved, never shown as a page. */
export function Whitepaper({ paper: { id, name, bytes, state } }: Pick<DeskLaunch, 'paper'>) {
  const { url, failed } = useFileLink(state === 'clean' ? id : undefined);
  return (
    <Part id="paper" title="Whitepaper">
      {state === 'refused' && <Notice kind="bad">The virus check refused this file, so nobody can open it.</Notice>}
      {state === 'being_checked' && (
        <Notice kind="wait">This file is being checked. It can be opened once that is done.</Notice>
      )}
      {failed && <Notice kind="bad">This file cannot be opened at the moment.</Notice>}
      {state === 'clean' && (
        <p className="wrap-any">
          <a className="link" href={url} download>
            Save {name}
          </a>{' '}
          <span className="ink-3 num">{bytesText(bytes)}</span>
        </p>
      )}
      <p className="t-2xs ink-3">
        From a stranger: open it in protected view, and follow no link in it. Who opens it is on record.
      </p>
    </Part>
  );
}

export const Questions = ({ questions }: Pick<DeskLaunch, 'questions'>) => (
  <Part id="questions" title="Questions">
    {questions.length === 0 && <p className="ink-2">Nothing was asked.</p>}
    <ol className="launch-parts">
      {questions.map(({ id, question, by, askedAt, answer, answeredAt }) => (
        <li key={id}>
          <p className="ink-3 num">
            {by}, {momentText(askedAt, { year: true })}
          </p>
          <p className="as-written wrap-any">{question}</p>
          {answer === null ? (
            <p className="ink-2">Not answered yet.</p>
          ) : (
            <>
              <p className="ink-3 num">Answered {answeredAt && momentText(answeredAt, { year: true })}</p>
              <p className="as-written wrap-any">{answer}</p>
            </>
          )}
        </li>
      ))}
    </ol>
  </Part>
);

export const Conflicts = ({ conflicts }: Pick<DeskLaunch, 'conflicts'>) => (
  <Part id="conflicts" title="Interests declared">
    {conflicts.length === 0 && <p className="ink-2">Nobody has said yet whether they have an interest.</p>}
    <ul className="launch-parts">
      {conflicts.map(({ by, conflict, words, at }) => (
        <li key={`${by} ${at.getTime()}`}>
          <div className="row between wraps">
            <p>
              {by}, <span className="num">{momentText(at, { year: true })}</span>
            </p>
            <Badge kind={conflict ? 'rejected' : 'approved'}>{conflict ? 'Has an interest' : 'No interest'}</Badge>
          </div>
          {words && <p className="as-written wrap-any">{words}</p>}
        </li>
      ))}
    </ul>
  </Part>
);

/** The rubric: what each part asks, and its mark. */
export const Marks = ({ marks }: Pick<DeskLaunch, 'marks'>) => (
  <Part id="marks" title="Rubric">
    <ol className="launch-parts">
      {parts.map((part) => {
        const mark = marks.find((one) => one.part === part);
        const says = scores.find(([score]) => score === mark?.score)?.[1];
        return (
          <li key={part}>
            <div className="row between wraps">
              <h3>{rubric[part].name}</h3>
              <span className="b num">{mark ? `${mark.score} of 5, ${says}` : 'Not marked'}</span>
            </div>
            <p className="ink-2">{rubric[part].asks}</p>
            {mark && (
              <>
                <p className="as-written wrap-any">{mark.note}</p>
                <p className="ink-3 num">
                  {mark.by}, {momentText(mark.at, { year: true })}
                </p>
              </>
            )}
          </li>
        );
      })}
    </ol>
  </Part>
);
