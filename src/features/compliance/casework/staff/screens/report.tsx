import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { DetailPage } from '../../../../../ui/admin/detail-page.tsx';
import { adminMeta } from '../../../../../ui/admin/frame.tsx';
import { api } from '../../../../../ui/client.ts';
import { ReportEditor } from './parts/report-editor.tsx';
import { reportKeys } from './parts/shortcuts.ts';

export const meta = () => adminMeta('Report');

export default function ReportScreen() {
  const { reportId = '' } = useParams();
  return <OneReport key={reportId} reportId={reportId} />;
}

function OneReport({ reportId }: { reportId: string }) {
  const query = useQuery(api.compliance.report.queryOptions({ input: { reportId } }));
  const back = { to: `/admin/aml-compliance/reports?at=${reportId}`, name: 'Reports' };
  return (
    <DetailPage query={query} back={back} keys={reportKeys} failed="We couldn't load the report.">
      {(report) => <ReportEditor report={report} />}
    </DetailPage>
  );
}
