import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/** Why a second person could not decide. */
export const approvalsMessages = {
  'approvals.second_person_needed': {
    status: 403,
    text: 'You asked for this yourself. Another person has to decide it.',
  },
  'approvals.already_decided': {
    status: 409,
    text: 'This was decided or taken back already. Please read what waits now.',
  },
  'approvals.already_open': { status: 409, text: 'A change of this is waiting for a decision already.' },
  'approvals.changed_since': {
    status: 409,
    text: 'Something changed after this was prepared. It has to be prepared again.',
  },
  'approvals.rights_changed': {
    status: 403,
    text: 'You no longer hold the role for this decision, or your account is frozen. Somebody else has to decide it.',
  },
  'approvals.proposer_stopped': {
    status: 409,
    text: 'Whoever asked for this no longer works at the desk, or their account is frozen. Please reject it; if it is still right, somebody else has to ask for it anew.',
  },
  'approvals.works_at_desk': {
    status: 409,
    text: 'They work at the desk. Two people have to take their roles first; then one can stop them.',
  },
  'approvals.reason_missing': { status: 422, text: 'Say why it is rejected, in 3 to 500 signs.' },
  'approvals.not_found': { status: 404, text: 'There is no such proposal.' },
} as const;

export const { refuse, mayRefuse } = catalogue(approvalsMessages, platformMessages);
