import { deskMeta } from '../../staff/screens/desk/frame.tsx';
import { ComplianceFrame } from './parts/frame.tsx';

export const handle = { frame: 'desk' };
export const meta = () => deskMeta('Reports');

export default function ReportsScreen() {
  return <ComplianceFrame>{() => null}</ComplianceFrame>;
}
