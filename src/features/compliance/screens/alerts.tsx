import { deskMeta } from '../../staff/screens/desk/frame.tsx';
import { ComplianceFrame } from './parts/frame.tsx';

export const handle = { frame: 'desk' };
export const meta = () => deskMeta('Alerts');

export default function AlertsScreen() {
  return <ComplianceFrame>{() => null}</ComplianceFrame>;
}
