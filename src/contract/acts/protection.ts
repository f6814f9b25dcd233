import { always, usual, heldToo, type ActRows } from './act.ts';

const visible = 'quiet: the person sees it on the page that did it';

/** Acts that protect the account: the end of sessions, freezes, waits, notices. */
export const protectionActs = {
  endOthers: ['account', '1/none', 'nothing', 'others', 'less', 'request', 'nobody', 'none', 'sessionsEnded', usual],
  endForgottenDevice: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, usual],
  freeze: ['account', 'none/none', 'nothing', 'all', 'less', 'request', 'nobody', 'none', 'frozen', heldToo],
  freezeByLink: ['link', 'own', 'nothing', 'all', 'less', 'request', 'nobody', 'none', 'frozen', always],
  freezeByWay: ['visitor', 'own', 'nothing', 'all', 'less', 'request', 'nobody', 'none', 'frozen', always],
  sayWhy: ['visitor', 'own', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, always],
  sayMe: ['link', 'own', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, always],
  /** The act that waits has its own row: its call, or the job of a removal, brings it about. */
  askWait: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', 'waitOpened', usual],
  stopWait: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', 'claimStopped', heldToo],
  stopWaitByLink: ['link', 'own', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', 'claimStopped', always],
  changeNotices: ['account', '1/none', 'nothing', 'nothing', 'freeze', 'request', 'nobody', 'none', 'noticesChanged', usual],
  answerActivity: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, usual],
  hideAdvice: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, usual],
} as const satisfies ActRows;
