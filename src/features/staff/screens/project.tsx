import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { Alone } from '../../../ui/desk/alone.tsx';
import '../../../ui/desk/desk-page.css';
import { FactList } from '../../../ui/desk/facts.tsx';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { forRole, OwnMatter } from '../../../ui/desk/not-for-role.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { projectActs } from '../../projects/acts.ts';
import '../../projects/screens/project.css';
import { Given, Judged } from '../../projects/screens/parts-read.tsx';
import type { ProjectCase } from './desk/data.ts';
import { MarkForm } from './desk/project-mark.tsx';
import { projectDeskWord } from './desk/project-words.ts';

export const meta = () => deskMeta('Project');

const back = { to: '/admin/projects', name: 'Projects' };

/** One final project: what was handed in, what was said of it, and the rubric to mark it by. */
export default forRole({ act: projectActs.look, what: 'Projects', who: 'Instructors or admin' }, ProjectScreen);

function ProjectScreen() {
  const { submissionId = '' } = useParams();
  const query = useQuery(api.projectsDesk.submission.queryOptions({ input: { submissionId } }));
  if (query.error && refusalWords(query.error).code === 'approvals.own_matter')
    return (
      <div className="panel alone">
        <div className="in">
          <OwnMatter what="Another instructor reads and marks this project." />
        </div>
      </div>
    );
  return (
    <Alone query={query} back={back} keys={[[['Esc'], 'back to the list']]} failed="The project could not be read.">
      {(found) => <ProjectPanel key={found.marks.length} project={found} />}
    </Alone>
  );
}

function ProjectPanel({ project }: { project: ProjectCase }) {
  const { learner, courseTitle, number, state, handedInAt, appeal, about, rubric, evidence, marks, mayMark } = project;
  const isOpen = state === 'waiting' || state === 'appealed';
  const word = projectDeskWord[state];
  return (
    <div className="in desk-page">
      <header className="row between wraps">
        <h1 className="title wrap-any">{learner}</h1>
        <Badge kind={word.kind}>{word.text}</Badge>
      </header>
      <FactList
        facts={[
          ['Course', courseTitle],
          ['Try', String(number)],
          ['Handed in', momentText(handedInAt, { year: true })],
          ['Passed with', `${rubric.passPercent} of 100 points`],
        ]}
      />
      <p>{about}</p>
      {appeal && (
        <Part id="appeal" title="Why a second mark is asked for">
          <p className="as-written wrap-any">{appeal}</p>
        </Part>
      )}
      {marks.map((mark) => (
        <Part key={mark.round} id={`mark-${mark.round}`} title={mark.round === 1 ? 'Mark' : 'Second mark'}>
          <p className="num">
            <b>{mark.points} of 100</b>, {mark.passed ? 'passed' : 'not passed'} ({momentText(mark.at, { year: true })})
          </p>
          <p className="as-written wrap-any">{mark.says}</p>
        </Part>
      ))}
      {isOpen && project.givenBack && <Notice>They gave the course back. Their project is not marked any more.</Notice>}
      {state === 'appealed' && !mayMark && !project.givenBack && (
        <Notice>You marked it the first time. Another instructor does now.</Notice>
      )}
      {mayMark ? (
        <MarkForm project={project} />
      ) : (
        <ol className="project-parts">
          {rubric.tasks.map((task) => (
            <li key={task.id}>
              <h2 className="part">{task.task}</h2>
              <Given task={task} evidence={evidence} />
              <Judged task={task} mark={marks.at(-1)} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
