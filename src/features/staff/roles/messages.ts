import { defineErrors } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { approvalsMessages } from '../../approvals/messages.ts';

export const rolesMessages = {
  'roles.person_unknown': {
    status: 404,
    title: 'Error',
    text: "We couldn't find an open, verified account with this email address.",
    field: 'email',
  },
  'roles.has_it': { status: 409, text: 'This person already has the role.' },
  'roles.lacks_it': { status: 409, text: "This person doesn't have the role." },
  'roles.last_admin': { status: 409, text: 'This is the last admin. Make someone else an admin first.' },
  'roles.account_closed': {
    status: 409,
    text: "This account was closed, so it can't have a role. Please reject this proposal.",
  },
  'roles.factor_missing': {
    status: 409,
    text: 'This person has no second sign-in step yet. Ask them to set one up under Security, then approve.',
  },
  'roles.other_account': {
    status: 409,
    text: 'A person with this name and birth date already has a staff account. Remove its roles first.',
  },
  'roles.cannot_now': { status: 409, text: "This person can't get a role right now." },
} as const;

export const { refuse, refusalCodes } = defineErrors(rolesMessages, approvalsMessages, platformMessages);
