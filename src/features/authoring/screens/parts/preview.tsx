import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { NotYet } from '../../../../ui/not-yet.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { useSettled } from '../../../../ui/use-settled.ts';
import '../../../learning/screens/learning.css';
import { LessonBlocks } from '../../../learning/screens/lesson-blocks.tsx';
import type { Draft } from '../../draft.ts';
import type { Unit } from '../data.ts';

/** Milliseconds after the last letter until a text is drawn anew. */
const rests = 500;

type PreviewProps = { markdown: string; checks: Unit['checks']; draft: Pick<Draft, 'terms' | 'facts'> };

/** A text as learners will read it: taken apart by the server as when it is published, and drawn as a lesson is. */
export function Preview({ markdown, checks, draft: { terms, facts } }: PreviewProps) {
  const rested = useSettled(markdown, rests);
  const asked = useQuery({
    ...api.authoring.preview.queryOptions({ input: { markdown: rested } }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!asked.data) return <NotYet asked={asked} text="The text could not be drawn." lines={[100, 92, 96]} />;
  const { blocks, faults } = asked.data;
  const check = (id: string) => {
    const question = checks.find((one) => one.id === id);
    return (
      <div className="asked">
        <p className="b wrap-any">
          {question ? question.ask || 'A question without words' : 'There is no such question'}
        </p>
        <ul>
          {question?.answers.map(({ text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers keep their places.
            <li key={at}>{text}</li>
          ))}
        </ul>
      </div>
    );
  };
  return (
    <>
      {faults.length > 0 && (
        <Notice kind="wait">
          <ul className="plain">
            {faults.map(({ line, text }) => (
              <li key={`${line} ${text}`}>
                Line {line}: {text} is not drawn.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {blocks.length === 0 && <p className="ink-2">Nothing is written yet.</p>}
      <div className="prose preview">
        <LessonBlocks
          blocks={blocks}
          explained={{ terms, facts }}
          placed={{ check, practice: (id) => <p className="ink-2">Exercise {id}</p> }}
        />
      </div>
    </>
  );
}
