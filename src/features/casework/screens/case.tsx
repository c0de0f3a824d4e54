import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { DetailPage } from '../../../ui/admin/detail-page.tsx';
import { adminMeta, useStaffUser } from '../../../ui/admin/frame.tsx';
import { api } from '../../../ui/client.ts';
import { CaseFolder } from './parts/case-folder.tsx';
import { caseKeys } from './parts/shortcuts.ts';

export const meta = () => adminMeta('Case');

export default function CaseScreen() {
  const { caseId = '' } = useParams();
  const person = useStaffUser();
  return <OneCase key={caseId} caseId={caseId} me={person.id} />;
}

function OneCase({ caseId, me }: { caseId: string; me: string }) {
  const query = useQuery(api.compliance.case.queryOptions({ input: { caseId } }));
  const back = { to: `/admin/aml-compliance/cases?at=${caseId}`, name: 'Cases' };
  return (
    <DetailPage query={query} back={back} keys={caseKeys} failed="We couldn't load the case.">
      {(folder) => <CaseFolder folder={folder} me={me} />}
    </DetailPage>
  );
}
