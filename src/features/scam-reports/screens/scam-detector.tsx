import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { rememberPath } from '../../../ui/return-to.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { toastError } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { scamNotices } from '../own-messages.ts';
import { OwnReports } from './own-reports.tsx';
import { ReportForm } from './report-form.tsx';
import './scams.css';

export const meta = () => [{ title: 'Scam detector - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** /scam-detector redirects to /auth when not signed in, and from there back here [001 §2 Scam Detector page]. */
function ToSignIn() {
  const navigate = useNavigate();
  useEffect(() => {
    rememberPath('/scam-detector');
    toastError(scamNotices.signIn);
    void navigate('/auth', { replace: true });
  }, [navigate]);
  return null;
}

/** /scam-detector: the submit form and My Submissions [001 §2 Scam Detector page]. */
export default function ScamDetector() {
  const { session } = useViewer();
  if (session === 'out') return <ToSignIn />;
  return (
    <div className="wrap">
      <ScreenHead
        title="Scam detector"
        text="Check before you pay. Tell us what looks wrong: our team looks into it and sends you a report."
      />
      <ReportForm />
      <OwnReports />
    </div>
  );
}
