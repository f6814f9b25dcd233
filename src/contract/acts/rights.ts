import { heldToo, usual, type ActRows } from './act.ts';

const visible = 'quiet: the person sees it on the page that did it';

/** Acts about one's data, and about children and their guardians. */
export const rightsActs = {
  requestExport: ['account', '2/two', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', 'exportAsked', heldToo],
  downloadExport: ['account', '2/two', 'nothing', 'nothing', 'never', 'session', 'nobody', 'none', 'exportDownloaded', heldToo],
  cancelExport: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, heldToo],
  fileRequest: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', 'quiet: its thread shows it', heldToo],
  withdrawRequest: [
    'account',
    'none/none',
    'nothing',
    'nothing',
    'less',
    'request',
    'nobody',
    'none',
    'quiet: its thread shows it',
    heldToo,
  ],

  answerAge: ['account', '1/step', 'nothing', 'nothing', 'freeze', 'request', 'nobody', 'none', 'childDue', heldToo],
  putAgeOff: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, heldToo],
  inviteGuardian: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, heldToo],
  inviteSecondGuardian: ['account', '2/two', 'nothing', 'nothing', 'less', 'longer', 'nobody', 'child', 'guardianAgreed', heldToo],
  consentForChild: ['account', '2/two', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', 'guardianAgreed', heldToo],
  refuseForChild: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, heldToo],
  withdrawForChild: ['account', '2/two', 'nothing', 'nothing', 'self', 'request', 'nobody', 'none', 'childDue', heldToo],
  exportForChild: ['account', '2/two', 'nothing', 'nothing', 'never', 'session', 'person', 'none', 'guardianCopied', heldToo],
  answerGrown: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, usual],
} as const satisfies ActRows;
