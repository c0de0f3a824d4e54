import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

export const workshopsStaffMessages = {
  'workshops.not_found': { status: 404, text: "We couldn't find this workshop." },
  'workshops.times_unsound': {
    field: 'endAt',
    text: 'The workshop must start in the future and end within a day of its start.',
  },
  'workshops.no_seats': { field: 'seatsInPerson', text: 'Enter at least one place, in person or online.' },
  'workshops.seats_taken': {
    field: 'seatsInPerson',
    text: 'More places than this are already taken, in person or online.',
  },
  'workshops.flyer_unfit': {
    field: 'flyerFile',
    text: "Please upload the flyer again. Someone else uploaded this one, or it's still being checked.",
  },
  'workshops.flyer_undescribed': { field: 'flyerAlt', text: "Describe the flyer for people who can't see it." },
  'workshops.changed_meanwhile': {
    status: 409,
    text: "Someone else updated this workshop. We've loaded the latest version.",
  },
  'workshops.not_now': { status: 409, text: "You can't do this because the workshop is {state}." },
  'workshops.code_unknown': {
    field: 'code',
    text: 'No place in this workshop has this code. Please check the receipt.',
  },
  'workshops.other_session': { field: 'code', text: 'This code is for another workshop: {title}.' },
  'workshops.not_confirmed': { field: 'code', text: "{attendee}'s place isn't paid. Its status is {state}." },
  'workshops.not_the_time': {
    status: 409,
    text: 'Check-in is open from three hours before the start until a day after the end.',
  },
  'workshops.no_awards': {
    status: 409,
    text: 'No attendee has added a wallet that we can send LGM to. You can release LGM once someone does.',
  },
  'workshops.award_not_found': { status: 404, text: "We couldn't find these LGM." },
  'workshops.award_not_released': { status: 409, text: 'Two people must release these LGM before anyone sends them.' },
  'workshops.award_stopped': {
    status: 409,
    text: "Don't send these LGM: they're blocked. If you already sent them, contact compliance.",
  },
  'workshops.award_hash_unsound': {
    field: 'hash',
    text: 'A hash on Solana has 86 to 88 letters and digits. You can also paste an explorer link.',
  },
  'workshops.award_hash_used': { field: 'hash', text: 'This hash is already used for another transfer.' },
} as const;

export const { refuse, refusalCodes } = defineErrors(workshopsStaffMessages, approvalsMessages, platformMessages);
