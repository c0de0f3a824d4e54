import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { QueryPlaceholder } from '../../../../ui/query-placeholder.tsx';
import { useDebouncedValue } from '../../../../ui/use-debounced-value.ts';
import '../../../learning/screens/learning.css';
import { LessonBlocks } from '../../../learning/screens/lesson-blocks.tsx';
import type { Draft } from '../../draft.ts';
import type { Unit } from '../data.ts';

const debounceMs = 500;

type PreviewProps = { markdown: string; checks: Unit['checks']; draft: Pick<Draft, 'terms' | 'facts'> };

/** Shows the lesson as parsed by the server, with the rules of publication. */
export function Preview({ markdown, checks, draft: { terms, facts } }: PreviewProps) {
  const debounced = useDebouncedValue(markdown, debounceMs);
  const query = useQuery({
    ...api.authoring.preview.queryOptions({ input: { markdown: debounced } }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!query.data) return <QueryPlaceholder query={query} text="We couldn’t show the preview." lines={[100, 92, 96]} />;
  const { blocks, faults } = query.data;
  const renderCheck = (id: string) => {
    const question = checks.find((check) => check.id === id);
    return (
      <div className="asked">
        <p className="b wrap-any">{question ? question.ask || 'Empty question' : 'Unknown question'}</p>
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
                Line {line} isn't supported: {text}.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {blocks.length === 0 && <p className="ink-2">No text yet.</p>}
      <div className="prose preview">
        <LessonBlocks
          blocks={blocks}
          explained={{ terms, facts }}
          placed={{ check: renderCheck, practice: (id) => <p className="ink-2">Exercise {id}</p> }}
        />
      </div>
    </>
  );
}
