import { catalogue } from '../../../kernel/refusal.ts';
import { platformMessages } from '../../../platform/messages.ts';
import { approvalsMessages } from '../../approvals/messages.ts';

/** Why something cannot be done with a matter. */
export const scamDeskMessages = {
  'scam_desk.not_found': { status: 404, title: 'Not found', text: 'There is nothing under this address.' },
  'scam_desk.answered_before': {
    status: 409,
    title: 'Answered already',
    text: 'This report was answered meanwhile. Please read it again.',
  },
  'scam_desk.verdict_first': {
    status: 409,
    title: 'Judge it first',
    text: 'A report is answered from the verdict on its matter. There is none yet of what this one names.',
  },
  'scam_desk.judged_since': {
    status: 409,
    title: 'Judged anew',
    text: 'The matter was judged anew since this file was made. Read the verdict, and make the file again.',
  },
  'scam_desk.reason_unknown': {
    status: 422,
    title: 'Choose a reason',
    text: 'This reason does not belong to what you chose.',
    field: 'reasonCode',
  },
  'scam_desk.checks_forbid': {
    status: 422,
    title: 'Look at the checklist',
    text: 'Nothing is called a scam, or likely one, that is ours, or whose evidence nobody opened.',
    field: 'verdict',
  },
  'scam_desk.file_not_there': {
    status: 409,
    title: 'The file is not there',
    text: 'The report file is not here any more, or is no report file of yours. Make or upload it again.',
  },
  'scam_desk.file_of_another': {
    status: 409,
    title: 'Not the file of this report',
    text: 'This file was made from another report, answered one, or was made anew since. Make or upload it again.',
  },
  'scam_desk.warned_of': {
    status: 409,
    title: 'A warning names it',
    text: 'What a published warning names is nobody else’s. Withdraw the warning first.',
  },
  'scam_desk.appeal_answered': {
    status: 409,
    title: 'Answered already',
    text: 'This appeal was answered meanwhile. Please read the list again.',
  },
  'scam_desk.another_answers': {
    status: 403,
    title: 'Another answers this',
    text: 'You judged this matter or had a hand in publishing its warning. Somebody else answers the appeal.',
  },
  'scam_desk.not_publishable': {
    status: 409,
    title: 'Nothing to publish',
    text: 'Only what was judged a scam, likely one, or legitimate, all of it at once, is published. Judge it first.',
  },
  'scam_desk.published_before': {
    status: 409,
    title: 'Published already',
    text: 'A warning names something that you chose. Leave it out, or withdraw that warning first.',
  },
  'scam_desk.other_indicators': {
    status: 409,
    title: 'Read it again',
    text: 'Something that you chose is not of this matter any more, was not judged yet, or is marked as everybody’s.',
  },
  'scam_desk.unsafe_words': {
    status: 422,
    title: 'Say what was found',
    text: 'Write “{instead}” rather than “{word}”: nobody was convicted of anything here.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(scamDeskMessages, platformMessages, approvalsMessages);
