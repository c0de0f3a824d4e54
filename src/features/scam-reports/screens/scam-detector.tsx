import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '../../../ui/link.tsx';
import { storeReturnPath } from '../../../ui/return-to.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { toastError } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { scamToasts } from '../page-texts.ts';
import { OwnReports } from './own-reports.tsx';
import { ReportForm } from './report-form.tsx';
import './scams.css';

export const meta = () => [{ title: 'Scam detector - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** Redirects to /auth when signed out, and back afterwards [001 §2 Scam Detector page]. */
function ToSignIn() {
  const navigate = useNavigate();
  useEffect(() => {
    storeReturnPath('/scam-detector');
    toastError(scamToasts.signIn);
    void navigate('/auth', { replace: true });
  }, [navigate]);
  return null;
}

/** /scam-detector: report form and My Submissions [001 §2 Scam Detector page]. */
export default function ScamDetector() {
  const { session, staff } = useViewer();
  if (session === 'out') return <ToSignIn />;
  return (
    <div className="wrap">
      <ScreenHead
        title="Scam detector"
        text="Check before you pay. Tell us what looks wrong, and our team will review it and send you a report."
      />
      {staff === 'yes' && (
        <p>
          <Link className="link" to="/admin/scams/submissions">
            All submissions
          </Link>{' '}
          (staff only)
        </p>
      )}
      <ReportForm />
      <OwnReports />
    </div>
  );
}
