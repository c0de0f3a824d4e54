import { deskMeta } from '../../staff/screens/desk/frame.tsx';
import { ComplianceFrame } from './parts/frame.tsx';

export const handle = { frame: 'desk' };
export const meta = () => deskMeta('Cases');

export default function CasesScreen() {
  return <ComplianceFrame>{() => null}</ComplianceFrame>;
}
