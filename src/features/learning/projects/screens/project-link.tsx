import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../../ui/badge.tsx';
import { ButtonLink } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { projectPath } from '../../screens/paths.ts';
import { stateLabels } from '../customer-messages.ts';

export function ProjectLink({ courseId }: { courseId: string }) {
  const query = useQuery(api.projects.own.queryOptions({ input: { courseId } }));
  const state = query.data?.submissions[0]?.state;
  const label = state && stateLabels[state];
  return (
    <>
      <ButtonLink variant={state === 'passed' ? 'line' : 'primary'} to={projectPath(courseId)}>
        Final project
      </ButtonLink>
      {label && <Badge kind={label.kind}>{label.text}</Badge>}
    </>
  );
}
