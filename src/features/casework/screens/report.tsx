import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../ui/client.ts';
import { Alone } from '../../../ui/desk/alone.tsx';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { reportKeys } from './parts/key-names.ts';
import { ReportSheet } from './parts/report-sheet.tsx';

export const meta = () => deskMeta('Report');

/** One report to the authority: written, checked, exported and marked as filed; for the role compliance alone. */
export default function ReportScreen() {
  const { reportId = '' } = useParams();
  return <OneReport key={reportId} reportId={reportId} />;
}

function OneReport({ reportId }: { reportId: string }) {
  const query = useQuery(api.compliance.report.queryOptions({ input: { reportId } }));
  const back = { to: `/admin/aml-compliance/reports?at=${reportId}`, name: 'Reports' };
  return (
    <Alone query={query} back={back} keys={reportKeys} failed="The report could not be read.">
      {(report) => <ReportSheet report={report} />}
    </Alone>
  );
}
