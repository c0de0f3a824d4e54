import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { api } from '../../../ui/client.ts';
import { Alone } from '../../../ui/desk/alone.tsx';
import '../../../ui/desk/desk-page.css';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { usePlace } from '../../../ui/desk/use-list.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { authoringActs } from '../acts.ts';
import './authoring.css';
import type { Figures } from './data.ts';
import { typed } from './edits.ts';

export const meta = () => deskMeta('How a course is learned from');

/** Where learners of a course stop, and which questions mislead: in numbers, and of nobody in particular. */
export default function FiguresScreen() {
  const { courseId = '' } = useParams();
  const { params, set } = usePlace();
  const { roles } = useDeskPerson();
  const writes = isFor(authoringActs.write, roles);
  const version = Number(params.get('version')) || null;
  const query = useQuery({
    ...api.authoring.figures.queryOptions({ input: { courseId, version }, enabled: writes }),
    placeholderData: keepPreviousData,
  });
  if (!writes) return <Notice>Your role does not include this. Instructors or admin write courses.</Notice>;
  const back = { to: `/admin/courses/${courseId}`, name: 'The course' };
  return (
    <Alone query={query} back={back} keys={[[['Esc'], 'back to the course']]} failed="The figures could not be read.">
      {(figures) => (
        <div className="in desk-page">
          <header className="page-head">
            <h1 className="title wrap-any">{figures.title}</h1>
            <p className="ink-2">How many came to each lesson and how each question was answered. Nobody is named.</p>
          </header>
          <form className="narrow">
            <SelectField
              label="Version"
              options={figures.versions.map((number) => ({ value: String(number), name: `Version ${number}` }))}
              {...typed(String(figures.version), (value) => set({ version: value }))}
            />
          </form>
          {figures.enough ? (
            <>
              <Ways figures={figures} />
              <Questions figures={figures} />
            </>
          ) : (
            <Notice>Figures are shown once five learners take this version, so that they are of nobody.</Notice>
          )}
        </div>
      )}
    </Alone>
  );
}

const share = (part: number, whole: number): string => (whole === 0 ? '' : `${Math.floor((part * 100) / whole)}%`);

const Ways = ({ figures: { ways, quietDays } }: { figures: Figures }) => (
  <Part id="ways" title="Where learners stop">
    <table className="sheet-table folds ways">
      <thead>
        <tr>
          <th>Lesson or quiz</th>
          <th className="r">Came</th>
          <th className="r">Finished</th>
          <th className="r">Stopped here</th>
        </tr>
      </thead>
      <tbody>
        {ways.map(({ kind, place, title, came, done, stopped }) => (
          <tr key={`${kind} ${place}`}>
            <th scope="row" className="wrap-any">
              {kind === 'quiz' ? `Quiz: ${title}` : title}
            </th>
            <td className="r num">
              {came} <small>came</small>
            </td>
            <td className="r num">
              {done} <small>finished, {share(done, came) || 'none came'}</small>
            </td>
            <td className="r num">
              {stopped} <small>stopped</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className="t-xs ink-2 below-table">
      Stopped: neither finished nor passed, and nothing done there for {quietDays} days.
    </p>
  </Part>
);

const Questions = ({ figures: { questions } }: { figures: Figures }) => (
  <Part id="questions" title="Which questions mislead">
    {questions.length === 0 && <p className="ink-2">Nobody answered a question of this version yet.</p>}
    <ul className="versions">
      {questions.map(({ kind, place, title, ask, asked, wereRight, answers }) => (
        <li key={`${kind} ${place} ${ask}`}>
          <details>
            <summary className="wrap-any">
              <b className="num">{share(wereRight, asked)} right</b> of {asked}: {ask}
            </summary>
            <div className="stack-s">
              <p className="ink-2">
                {kind === 'quiz' ? `Quiz of ${title}. Every try counts.` : `${title}. What was answered first counts.`}
              </p>
              <ul className="rows">
                {answers.map(({ text, right, chosen }) => (
                  <li key={text}>
                    <span className="wrap-any">{text}</span>
                    <span className="ink-2 num">
                      chosen {chosen} times, {share(chosen, asked)}
                      {right && ', right'}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          </details>
        </li>
      ))}
    </ul>
  </Part>
);
