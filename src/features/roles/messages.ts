import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

/** Why a role cannot change hands. */
export const rolesMessages = {
  'roles.person_unknown': {
    status: 404,
    title: 'Error',
    text: 'Nobody with this e-mail address has an account that is open and confirmed.',
    field: 'email',
  },
  'roles.has_it': { status: 409, text: 'They hold this role already.' },
  'roles.lacks_it': { status: 409, text: 'They do not hold this role.' },
  'roles.last_admin': { status: 409, text: 'This is the last admin. Make somebody else an admin first.' },
  'roles.account_closed': {
    status: 409,
    text: 'Their account was closed meanwhile, and a closed account holds no role. Please reject this.',
  },
  'roles.cannot_now': { status: 409, text: 'They cannot be given a role at the moment.' },
} as const;

/** What is said when it went well. */
export const roleNotices = {
  proposed: { title: 'Proposed', text: 'It waits for a second person.' },
  approve: { title: 'Approved', text: 'The role changed. Open sessions have it, or lost it, from now on.' },
  reject: { title: 'Rejected', text: 'The role stays as it is.' },
  withdraw: { title: 'Withdrawn', text: 'The role stays as it is.' },
} as const;

export const { refuse, mayRefuse } = catalogue(rolesMessages, approvalsMessages, platformMessages);
