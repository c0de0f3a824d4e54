import { deskMeta } from '../../staff/screens/desk/frame.tsx';
import { ComplianceFrame } from './parts/frame.tsx';

export const handle = { frame: 'desk' };
export const meta = () => deskMeta('Case');

export default function CaseScreen() {
  return <ComplianceFrame>{() => null}</ComplianceFrame>;
}
