import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { projectPath } from '../../learning/screens/ways.ts';
import { projectWord } from './words.ts';

/** The way to a final project whose time has come, and how it stands. */
export function ProjectWay({ courseId }: { courseId: string }) {
  const own = useQuery(api.projects.own.queryOptions({ input: { courseId } }));
  const state = own.data?.submissions[0]?.state;
  const word = state && projectWord[state];
  return (
    <>
      <ButtonLink look={state === 'passed' ? 'line' : 'primary'} to={projectPath(courseId)}>
        Final project
      </ButtonLink>
      {word && <Badge kind={word.kind}>{word.text}</Badge>}
    </>
  );
}
