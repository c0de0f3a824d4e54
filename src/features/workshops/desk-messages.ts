import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

/** What staff are told about workshops. */
export const workshopsDeskMessages = {
  'workshops.not_found': { status: 404, text: 'There is no such workshop.' },
  'workshops.times_unsound': {
    field: 'endAt',
    text: 'It must begin in the future, and end within a day of its start.',
  },
  'workshops.no_seats': { field: 'seatsInPerson', text: 'Say how many places there are, in person or online.' },
  'workshops.seats_taken': {
    field: 'seatsInPerson',
    text: 'More places than this are taken already, in one of the modes.',
  },
  'workshops.flyer_unfit': {
    field: 'flyerFile',
    text: 'Upload the flyer anew: this picture is not yours, or still being checked.',
  },
  'workshops.flyer_undescribed': { field: 'flyerAlt', text: 'Say what the flyer shows, for people who cannot see it.' },
  'workshops.changed_meanwhile': {
    status: 409,
    text: 'Somebody changed this workshop meanwhile. You see it as it stands now.',
  },
  'workshops.not_now': { status: 409, text: 'Not possible as the workshop stands: it is {state}.' },
  'workshops.code_unknown': { field: 'code', text: 'No place of this workshop has this code. Ask for the receipt.' },
  'workshops.other_session': { field: 'code', text: 'This code is for another workshop: {title}.' },
  'workshops.not_confirmed': { field: 'code', text: 'The place of {attendee} is {state}: it is not paid.' },
  'workshops.not_the_time': {
    status: 409,
    text: 'People are checked in from three hours before the start until a day after the end.',
  },
  'workshops.no_awards': {
    status: 409,
    text: 'Nobody here has named a wallet to which LGM may be sent now. Whoever names one later can be released later.',
  },
  'workshops.award_not_found': { status: 404, text: 'There are no such LGM.' },
  'workshops.award_not_released': { status: 409, text: 'Two people release these LGM before they are sent, once.' },
  'workshops.award_stopped': {
    status: 409,
    text: 'These LGM may not be sent any more. Send nothing; if you did, tell compliance.',
  },
  'workshops.award_hash_unsound': {
    field: 'hash',
    text: 'A hash on Solana has 86 to 88 letters and digits. The page of an explorer that shows it will do too.',
  },
  'workshops.award_hash_used': { field: 'hash', text: 'Other LGM were sent under this hash.' },
} as const;

export const { refuse, mayRefuse } = catalogue(workshopsDeskMessages, approvalsMessages, platformMessages);
