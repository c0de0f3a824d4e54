import { isFor } from '../../../../kernel/acts.ts';
import type { KeyName } from '../../../../ui/desk/keys-line.tsx';
import { identityActs } from '../../../identity/acts.ts';

const deciding: readonly KeyName[] = [
  [['A'], 'approve'],
  [['X'], 'reject'],
  [['M'], 'ask for more'],
];

/** Every key of a submission and of its viewer, for whoever holds these roles: support reads, and decides nothing. */
export const submissionKeys = (roles: readonly string[]): readonly KeyName[] => [
  ...(isFor(identityActs.approve, roles) ? deciding : []),
  [['J'], 'next in the queue'],
  [['Esc'], 'back to the queue'],
  [['1', '9'], 'document'],
  [['+', '-'], 'zoom'],
  [['R'], 'rotate'],
  [['0'], 'fit'],
  [[',', '.'], 'page of a PDF'],
];
