import { roleAllows } from '../../../../kernel/permissions.ts';
import type { Shortcut } from '../../../../ui/admin/shortcut-help.tsx';
import { identityPermissions } from '../../../identity/acts.ts';

const decisionShortcuts: readonly Shortcut[] = [
  [['A'], 'approve'],
  [['X'], 'reject'],
  [['M'], 'ask for more'],
];

/** Support can read, but not decide. */
export const getSubmissionShortcuts = (roles: readonly string[]): readonly Shortcut[] => [
  ...(roleAllows(identityPermissions.approve, roles) ? decisionShortcuts : []),
  [['J'], 'next in the queue'],
  [['Esc'], 'back to the queue'],
  [['1', '9'], 'document'],
  [['+', '-'], 'zoom'],
  [['R'], 'rotate'],
  [['0'], 'fit'],
  [[',', '.'], 'page of a PDF'],
];
