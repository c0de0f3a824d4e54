import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

export const approvalsMessages = {
  'approvals.second_person_needed': {
    status: 403,
    text: 'You proposed this yourself, from this or another account. A colleague has to decide.',
  },
  'approvals.already_decided': {
    status: 409,
    text: "This was already decided or withdrawn. We've loaded the latest version.",
  },
  'approvals.already_open': { status: 409, text: 'A change to this is already waiting for a decision.' },
  'approvals.changed_since': {
    status: 409,
    text: 'Something changed since this was prepared. Please prepare it again.',
  },
  'approvals.rights_changed': {
    status: 403,
    text: 'You no longer have the role for this decision, or your account is frozen. A colleague has to decide.',
  },
  'approvals.proposer_stopped': {
    status: 409,
    text: 'The person who proposed this has left the team, or their account is frozen. Please reject this. A colleague can propose it again.',
  },
  'approvals.works_at_desk': {
    status: 409,
    text: 'This person is staff. Two people have to remove their roles first.',
  },
  'approvals.reason_missing': { status: 422, text: 'Enter a reason of 3 to 500 characters.' },
  'approvals.not_found': { status: 404, text: 'Proposal not found.' },
} as const;

export const { refuse, refusalCodes } = defineErrors(approvalsMessages, platformMessages);
