import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../ui/client.ts';
import { Alone } from '../../../ui/desk/alone.tsx';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { CaseFolder } from './parts/case-folder.tsx';
import { caseKeys } from './parts/key-names.ts';

export const meta = () => deskMeta('Case');

/** One case: everything gathered about one customer for one decision, and who did what with it. */
export default function CaseScreen() {
  const { caseId = '' } = useParams();
  const person = useDeskPerson();
  return <OneCase key={caseId} caseId={caseId} me={person.id} />;
}

function OneCase({ caseId, me }: { caseId: string; me: string }) {
  const query = useQuery(api.compliance.case.queryOptions({ input: { caseId } }));
  const back = { to: `/admin/aml-compliance/cases?at=${caseId}`, name: 'Cases' };
  return (
    <Alone query={query} back={back} keys={caseKeys} failed="The case could not be read.">
      {(folder) => <CaseFolder folder={folder} me={me} />}
    </Alone>
  );
}
