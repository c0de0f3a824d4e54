import { answerAppeal, appeals } from './appeals.ts';
import { complete, decline, generateReportPdf } from './complete-report.ts';
import { join, separate } from './join.ts';
import { judge, review } from './judge.ts';
import { decideWarning, proposeWarning, withdrawWarning } from './publish.ts';
import { count, mark, matter, matters, note } from './scam-cases.ts';
import { submissions } from './submissions.ts';

export const scamStaffApi = {
  ...{ matters, submissions, count, matter, note, mark, join, separate },
  ...{ review, judge, draw: generateReportPdf, complete, decline },
  ...{ appeals, answerAppeal },
  ...{ proposeWarning, decideWarning, withdrawWarning },
};
